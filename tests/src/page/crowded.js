// What is wrong with the words in a picture: arguments[0] is the picture, each further argument is words that must be apart.
const [picture, ...kinds] = arguments;
const frame = document.querySelector(picture)?.getBoundingClientRect();
if (!frame) return [`there is no ${picture}`];
// A line's box is higher than its letters, and by how much is each engine's own: letters stand in its middle.
const letters = (item) => {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  const box = item.getBBox?.() ?? { width: right - left, height: bottom - top };
  const spare = Math.max(0, 1 - (0.8 * parseFloat(getComputedStyle(item).fontSize)) / box.height) / 2;
  const turned = box.width > box.height !== right - left > bottom - top;
  const [across, down] = turned ? [spare * (right - left), 0] : [0, spare * (bottom - top)];
  return { says: item.textContent, left: left + across, right: right - across, top: top + down, bottom: bottom - down };
};
return kinds.flatMap((kind) => {
  const words = [...document.querySelectorAll(kind)]
    .filter((item) => item.textContent.trim() && item.checkVisibility({ visibilityProperty: true }))
    .map(letters);
  const outside = ({ left, right, top, bottom }) =>
    left < frame.left - 1 || top < frame.top - 1 || right > frame.right + 1 || bottom > frame.bottom + 1;
  const wrong = words.filter(outside).map(({ says }) => `${says} leaves the picture`);
  words.forEach((one, nth) => words.slice(nth + 1).forEach((other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 1 && down > 1) wrong.push(`${one.says} and ${other.says} overlap by ${across.toFixed(1)} x ${down.toFixed(1)}`);
  }));
  return wrong;
});
