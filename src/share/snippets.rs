//! What is put into other pages to have the lab there: a link in the words of each.

use std::fmt::Write;

use limit_sim::scenario::Link;

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The link alone.
    Link,
    /// A frame, in HTML.
    Frame,
    /// The custom element, in HTML.
    Element,
    /// Markdown for mdBook, and whatever else leaves HTML as it is.
    MdBook,
    /// MDX for Docusaurus.
    Docusaurus,
    /// A shortcode for Hugo, made once.
    HugoShortcode,
    /// Markdown for Hugo that uses it.
    Hugo,
    /// A cell of a Jupyter notebook.
    Jupyter,
}

impl Kind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Link,
        Self::Frame,
        Self::Element,
        Self::MdBook,
        Self::Docusaurus,
        Self::HugoShortcode,
        Self::Hugo,
        Self::Jupyter,
    ];
}

/// What the frame may do: run, keep its settings, save files, open links in another tab.
const SANDBOX: &str = "allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox";
/// Buttons that copy.
const ALLOW: &str = "clipboard-write";

/// A frame of this lab in another page.
pub struct Frame<'a> {
    /// The lab's address, without a query.
    pub page: &'a str,
    /// How the lab is there.
    pub link: &'a Link,
    /// The frame's title, for those who do not see what is in it.
    pub title: &'a str,
}

impl Frame<'_> {
    /// The text to copy.
    pub fn snippet(&self, kind: Kind) -> String {
        match kind {
            Kind::Link => self.address(),
            Kind::Frame | Kind::MdBook => self.frame("style=\"border: 0\"></iframe>"),
            Kind::Docusaurus => self.frame("style={{border: 0}} />"),
            Kind::Element => self.element(),
            Kind::HugoShortcode => format!(
                "<iframe src=\"{{{{ .Get \"src\" }}}}\" title=\"{{{{ .Get \"title\" }}}}\" width=\"100%\" \
                 height=\"{{{{ .Get \"height\" }}}}\" loading=\"lazy\" sandbox=\"{SANDBOX}\" allow=\"{ALLOW}\" \
                 style=\"border: 0\"></iframe>\n"
            ),
            Kind::Hugo => format!(
                "{{{{< rate-limit-lab src={} title={} height=\"{}\" >}}}}",
                quoted(&self.address()),
                quoted(self.title),
                self.height()
            ),
            Kind::Jupyter => self.cell(),
        }
    }

    fn address(&self) -> String {
        format!("{}?{}", self.page, self.link)
    }

    /// A frame in HTML, or in what is like it. In both, quoted values are the same.
    fn frame(&self, end: &str) -> String {
        let (address, title, height) = (html(&self.address()), html(self.title), self.height());
        format!(
            "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{height}\" loading=\"lazy\" \
             sandbox=\"{SANDBOX}\" allow=\"{ALLOW}\" {end}"
        )
    }

    /// The element, with a link in it for whoever runs no scripts.
    fn element(&self) -> String {
        let folder = self.page.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut text = format!("<script async src=\"{}/embed.js\"></script>\n<rate-limit-lab", html(folder));
        // It has this by itself.
        for (name, value) in self.link.pairs().filter(|(name, _)| *name != "embed") {
            let _ = write!(text, " {name}=\"{}\"", html(&value));
        }
        let (address, title) = (html(&self.address()), html(self.title));
        let _ = write!(text, " label=\"{title}\" height=\"{}\">", self.height());
        let _ = write!(text, "<a href=\"{address}\">{title}</a></rate-limit-lab>");
        text
    }

    /// IPython escapes the address, or did not before version 9, where no name in it is one of HTML's; `extras` are HTML as they are.
    fn cell(&self) -> String {
        let extras = [
            format!("title=\"{}\"", html(self.title)),
            "loading=\"lazy\"".to_owned(),
            format!("sandbox=\"{SANDBOX}\""),
            format!("allow=\"{ALLOW}\""),
        ];
        let extras = extras.map(|one| quoted(&one)).join(", ");
        let (address, height) = (quoted(&self.address()), self.height());
        format!(
            "from IPython.display import IFrame\n\nIFrame({address}, width=\"100%\", height={height}, extras=[{extras}])"
        )
    }

    /// About how high the lab is there, in CSS pixels, at a width of 700 to 1000. (A frame without a script can't follow it.)
    pub fn height(&self) -> u32 {
        let Link { scenario, embedding, .. } = self.link;
        let there = |part: &str| !embedding.hides(part);
        let parts = [
            (there("title") || there("tools"), 36),
            (there("strategies"), 42),
            (there("about") || there("rule"), 52),
            (there("stage"), 275),
            (there("playbar"), 95),
            // Beside the stage else.
            (there("controls") && !there("stage"), 300),
            (there("cards"), 105),
            (there("story"), 45),
            (there("strip") && !scenario.faults.is_empty(), 90),
            (there("tabs"), 550),
        ];
        let height: u32 = parts.iter().filter(|(there, _)| *there).map(|(_, height)| height).sum();
        height.max(200)
    }
}

/// A text as the value of an attribute, or between tags.
pub fn html(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // In JSX these begin an expression outside of quotes; so they need not be looked at twice there either.
            '{' => escaped += "&#123;",
            '}' => escaped += "&#125;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// A text between double quotes, as Python and Hugo's shortcodes read it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use limit_sim::scenario::{Embed, Embedding, Parameter, Tab};
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::*;

    const PAGE: &str = "https://example.org/course/it's-a-\"lab\"/index.html";
    const TITLE: &str = "Rate Limit Lab: {GET} \"then\" <SET> & it\\'s done";

    /// The attributes of the first element of this name, unescaped as a browser does.
    fn attributes(text: &str, element: &str) -> Vec<(String, String)> {
        let start = text.find(&format!("<{element} ")).expect("the element") + element.len() + 2;
        let mut rest = &text[start..];
        let mut found = Vec::new();
        while let Some((name, after)) = rest.split_once("=\"") {
            if name.contains('>') || name.contains('{') {
                break;
            }
            let (value, after) = after.split_once('"').expect("a quote at the end");
            found.push((name.trim().to_owned(), unescaped(value)));
            rest = after;
        }
        found
    }

    fn unescaped(value: &str) -> String {
        let marks = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&#39;", "'"),
            ("&#123;", "{"),
            ("&#125;", "}"),
            ("&amp;", "&"),
        ];
        assert!(!value.contains(['<', '>', '{', '}']), "{value}");
        marks.iter().fold(value.to_owned(), |text, (mark, letter)| text.replace(mark, letter))
    }

    fn value<'a>(attributes: &'a [(String, String)], name: &str) -> &'a str {
        &attributes.iter().find(|(one, _)| one == name).expect("the attribute").1
    }

    /// What stands between the first double quotes after this, as Python reads it.
    fn python(text: &str, after: &str) -> String {
        let mut letters = text.split_once(after).expect("it").1.chars();
        assert_eq!(letters.next(), Some('"'));
        let mut read = String::new();
        loop {
            match letters.next().expect("a quote at the end") {
                '"' => return read,
                '\\' => read.extend(letters.next()),
                other => read.push(other),
            }
        }
    }

    fn link(text: &str) -> Link {
        let (link, problems) = Link::read(text);
        assert_eq!(problems, []);
        let embedding = Embedding { embed: Embed::Yes, ..link.embedding };
        Link { embedding, ..link }
    }

    const LINKS: [&str; 5] = [
        "",
        "strategy=get-set&servers=8&rtt=5ms&t=12.3ms&lock=strategy,seed&hide=title,seed&tabs=race,break",
        "scale=%2B4@20ms,-2@30ms&redis=down@10ms..30ms,slow@40ms..50msx20",
        "lock=all&theme=dark&lang=hi&task=atomic&answers=hidden&origin=https://example.org:8080",
        "order=1.2.1.2&compare=local,incr&sweep=rtt=0ms..20ms/1ms&cost-checks=1.5",
    ];

    #[test]
    fn every_snippet_leads_to_the_same_link() {
        for text in LINKS {
            let link = link(text);
            let frame = Frame { page: PAGE, link: &link, title: TITLE };
            let address = frame.snippet(Kind::Link);
            let query = address.strip_prefix(PAGE).expect("the page");
            assert_eq!(Link::read(query), (link.clone(), vec![]), "{text}");
            for kind in [Kind::Frame, Kind::MdBook, Kind::Docusaurus] {
                let snippet = frame.snippet(kind);
                let found = attributes(&snippet, "iframe");
                assert_eq!(value(&found, "src"), address, "{kind:?}");
                assert_eq!(value(&found, "title"), TITLE, "{kind:?}");
                assert_eq!(value(&found, "loading"), "lazy");
                assert_eq!(value(&found, "width"), "100%");
                assert_eq!(value(&found, "allow"), ALLOW);
                assert_eq!(value(&found, "sandbox"), SANDBOX);
                assert!(!snippet.contains('\n'), "a line of its own, so that no Markdown looks into it");
            }
            let cell = frame.snippet(Kind::Jupyter);
            assert_eq!(python(&cell, "IFrame("), address);
            assert_eq!(python(&cell, "extras=["), format!("title=\"{}\"", html(TITLE)));
            let hugo = frame.snippet(Kind::Hugo);
            assert_eq!(python(&hugo, " src="), address);
            assert_eq!(python(&hugo, " title="), TITLE);
        }
    }

    #[test]
    fn the_element_has_the_link_as_its_attributes_and_as_its_content() {
        for text in LINKS {
            let link = link(text);
            let frame = Frame { page: PAGE, link: &link, title: TITLE };
            let snippet = frame.snippet(Kind::Element);
            let found = attributes(&snippet, "rate-limit-lab");
            let mut told =
                Link { embedding: Embedding { embed: Embed::Yes, ..Embedding::default() }, ..Link::default() };
            for (name, value) in found.iter().filter(|(name, _)| name != "label" && name != "height") {
                told = told.with(name, value).expect("a parameter with a value that is allowed");
            }
            assert_eq!(told, link);
            assert_eq!(value(&found, "label"), TITLE);
            assert_eq!(value(&attributes(&snippet, "a"), "href"), frame.snippet(Kind::Link));
            let script = &attributes(&snippet, "script async")[0];
            assert_eq!(script.1, "https://example.org/course/it's-a-\"lab\"/embed.js");
        }
    }

    proptest! {
        #[test]
        fn no_text_ends_a_value_early(text in "[ -~\u{900}-\u{97f}]{0,40}") {
            let escaped = html(&text);
            let ends = escaped.contains(['"', '\'', '<', '>', '{', '}']);
            prop_assert!(!ends, "{escaped}");
            prop_assert_eq!(unescaped(&escaped), text.clone());
            prop_assert_eq!(python(&format!("={}", quoted(&text)), "="), text);
        }
    }

    #[test]
    fn what_is_left_out_needs_no_room() {
        let all = link("");
        let bare = link("hide=tabs,title,about,story");
        let height = |link: &Link| Frame { page: PAGE, link, title: TITLE }.height();
        assert!(height(&bare) < height(&all));
        let hide = Embedding::hideable().collect();
        let none = Link { embedding: Embedding { hide, ..Embedding::default() }, ..all };
        assert_eq!(height(&none), 200);
    }

    /// `embed.js` is written by hand, with a table of its own.
    #[test]
    fn the_element_knows_every_parameter_and_its_default() {
        let script = include_str!("../../embed/embed.js");
        let between = |start: &str, end: &str| script.split_once(start).and_then(|(_, rest)| rest.split_once(end));
        let (scenario, _) = between("const scenario = `", "`").expect("the scenario");
        let (setup, _) = between("const setup = '", "'").expect("how it is set up");
        let default = Link { tab: Tab::default(), ..Link::default() };
        let own: Vec<_> = scenario
            .split_whitespace()
            .map(|one| one.split_once('=').map_or((one, None), |(name, value)| (name, Some(value.to_owned()))))
            .collect();
        let known = |lockable: bool| Parameter::ALL.iter().filter(move |one| one.is_lockable() == lockable);
        let expected: Vec<_> = known(true).map(|one| (one.name, one.print(&default))).collect();
        assert_eq!(own, expected);
        assert_eq!(setup.split(' ').collect::<Vec<_>>(), known(false).map(|one| one.name).collect::<Vec<_>>());
        assert!(
            script.contains(SANDBOX) && script.contains(ALLOW),
            "the element and the snippets let the frame do the same"
        );
    }
}
