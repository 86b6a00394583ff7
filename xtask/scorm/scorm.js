// Tells the learning management system that launched this page what the lab says of the lesson, and gives the lab back how far
// the student was. What the lab says is in docs/embedding.md. Without such a system the lab works all the same.
(() => {
  'use strict';
  const frame = document.querySelector('iframe');
  const began = Date.now();
  const two = (number) => String(number).padStart(2, '0');
  const hundredths = (share) => String(Math.round(share * 10000) / 100);

  // What differs between the two versions of SCORM.
  const VERSIONS = {
    1.2: {
      api: 'API',
      prefix: 'LMS',
      end: 'LMSFinish',
      // Characters that are kept of the progress.
      most: 4096,
      status: 'cmi.core.lesson_status',
      fresh: 'not attempted',
      exit: 'cmi.core.exit',
      session: 'cmi.core.session_time',
      score: 'cmi.core.score',
      lasted: (seconds) => `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
      when: ['time', (now) => [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')],
      response: 'student_response',
      wrong: 'wrong',
      prediction: 'fill-in',
      // Completion and success are one value here.
      done: (score) => {
        const mark = parseFloat(get('cmi.student_data.mastery_score'));
        set('cmi.core.lesson_status', isNaN(mark) ? 'completed' : score * 100 >= mark ? 'passed' : 'failed');
      },
      progress: () => {},
      scaled: () => {},
    },
    2004: {
      api: 'API_1484_11',
      prefix: '',
      end: 'Terminate',
      most: 64000,
      status: 'cmi.completion_status',
      fresh: 'unknown',
      exit: 'cmi.exit',
      session: 'cmi.session_time',
      score: 'cmi.score',
      lasted: (seconds) => `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`,
      when: ['timestamp', (now) => `${now.toISOString().slice(0, 22)}Z`],
      response: 'learner_response',
      wrong: 'incorrect',
      prediction: 'other',
      done: (score) => {
        const mark = parseFloat(get('cmi.scaled_passing_score'));
        set('cmi.completion_status', 'completed');
        set('cmi.success_status', isNaN(mark) || score >= mark ? 'passed' : 'failed');
      },
      progress: (part) => set('cmi.progress_measure', String(part)),
      scaled: (score) => set('cmi.score.scaled', String(score)),
    },
  };
  const version = VERSIONS[document.currentScript.dataset.version];

  // The system's interface: in a window around this one, or around the one that opened it.
  const around = (from) => {
    for (let [at, steps] = [from, 0]; at && steps < 500; [at, steps] = [at.parent === at ? null : at.parent, steps + 1]) {
      try {
        if (at[version.api]) return at[version.api];
      } catch {
        // It is another site's; one further out may be the system's.
      }
    }
    return null;
  };
  const opener = (of) => {
    try {
      return of.opener;
    } catch {
      return null;
    }
  };
  const lms = around(window) ?? around(opener(window)) ?? around(opener(window.top));
  let open = false;
  const call = (name, ...given) => {
    const answer = String(lms[version.prefix + name](...given));
    const error = String(lms[`${version.prefix}GetLastError`]());
    return [answer, error === '0' ? '' : `${name}(${given.join(', ')}): ${error} ${lms[`${version.prefix}GetErrorString`](error)}`];
  };
  // What a system does not have is empty: not all have all.
  const get = (name) => (open ? call('GetValue', name)[0] : '');
  const set = (name, value) => {
    const problem = open ? call('SetValue', name, value)[1] : '';
    if (problem) console.warn(`Rate Limit Lab: the learning management system did not take ${problem}`);
  };
  const commit = () => {
    set(version.session, version.lasted(Math.round((Date.now() - began) / 1000)));
    if (open) call('Commit', '');
  };

  if (lms) {
    const [answer, problem] = call('Initialize', '');
    open = answer === 'true';
    if (!open) console.warn(`Rate Limit Lab: the learning management system did not begin: ${problem}`);
  } else {
    console.info(`Rate Limit Lab: there is no learning management system here (SCORM's ${version.api}), so nothing is told to one.`);
  }
  let progress = get('cmi.suspend_data');
  let told = Number(get('cmi.interactions._count')) || 0;
  if (['', version.fresh].includes(get(version.status))) set(version.status, 'incomplete');
  // Also when all is done: whoever comes back finds their answers.
  set(version.exit, 'suspend');
  commit();

  const say = (message) => frame.contentWindow.postMessage({ lab: 'rate-limit-lab', v: 1, ...message }, '*');

  const interaction = (id, kind, response, right, result) => {
    const at = `cmi.interactions.${told}`;
    const [name, now] = version.when;
    set(`${at}.id`, id);
    set(`${at}.type`, kind);
    set(`${at}.${name}`, now(new Date()));
    if (right !== null) set(`${at}.correct_responses.0.pattern`, right.slice(0, 250));
    set(`${at}.${version.response}`, response.slice(0, 250));
    set(`${at}.result`, result);
    told += 1;
    // Its answer brings the progress.
    say({ type: 'ask', what: 'progress' });
    commit();
  };

  const HEAR = {
    ready: (message) => {
      // What this device kept may be another student's.
      if (open && message.progress !== progress) say({ type: 'set', progress });
    },
    prediction: ({ task, predicted, actual, close }) => {
      if (predicted !== null) interaction(`prediction-${task}`, version.prediction, predicted, actual, close ? 'correct' : 'neutral');
    },
    answer: ({ question, answer, correct }) => interaction(question, 'fill-in', answer, null, correct ? 'correct' : version.wrong),
    completed: (message) => {
      if (message.progress.length <= version.most) {
        progress = message.progress;
        set('cmi.suspend_data', progress);
      } else {
        console.warn(`Rate Limit Lab: the progress has ${message.progress.length} characters, and ${version.most} can be kept.`);
      }
      set(`${version.score}.min`, '0');
      set(`${version.score}.max`, '100');
      set(`${version.score}.raw`, hundredths(message.score));
      version.scaled(message.score);
      version.progress(message.of > 0 ? message.done / message.of : 0);
      if (message.of > 0 && message.done >= message.of) version.done(message.score);
      commit();
    },
  };
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.lab === 'rate-limit-lab' && data.v === 1) HEAR[data.type]?.(data);
  });
  addEventListener('pagehide', () => {
    if (!open) return;
    commit();
    lms[version.end]('');
    open = false;
  });
  // A session that has ended can't go on: a page that the browser brings back begins another.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

  // (From a disk there is no origin to name.)
  const origin = location.protocol === 'file:' ? '' : `&origin=${location.origin}`;
  frame.addEventListener('load', () => frame.focus());
  frame.src = `lab.html?${frame.dataset.link}${origin}`;
})();
