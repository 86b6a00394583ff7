//! The page for browsers that run no scripts or no WebAssembly: the lesson's four strategies on one burst, as a picture, a table
//! and a few paragraphs. Its numbers are worked out by the simulation when the site is built.

use limit_sim::many::mean_allowed;
use limit_sim::scenario::{Scenario, Strategy};
use limit_sim::tally::Decided;
use limit_sim::verdict::Verdict;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Its name in the site.
pub const FILE: &str = "without.html";

/// How many bursts the mean is of.
const BURSTS: u64 = 1000;

const STYLE: &str = include_str!("without.css");

const STRATEGIES: [Strategy; 4] = [Strategy::Local, Strategy::Split, Strategy::GetSet, Strategy::Incr];

/// What the page says, in one language.
struct Words {
    /// BCP 47.
    tag: &'static str,
    title: &'static str,
    /// Why one reads this.
    why: &'static str,
    /// What the burst is; `{}` are its requests, spread, servers and limit.
    burst: &'static str,
    server: &'static str,
    /// What the two kinds of dots mean.
    key: [&'static str; 2],
    /// The strategies' names, and what each does and comes to: of the values below those that it names.
    strategies: [[&'static str; 2]; 4],
    /// The table's heads.
    heads: [&'static str; 6],
    caption: &'static str,
    /// What there is to take from it.
    more: &'static [&'static str],
}

const ENGLISH: Words = Words {
    tag: "en",
    title: "A limit across many servers",
    why: "The lab itself needs JavaScript and WebAssembly. This page has its main points without either.",
    burst: "A user sends $requests requests within 40 milliseconds. A load balancer spreads them over $servers servers. The \
            user may make $limit a second. Where is that counted, and how many pass?",
    server: "Server",
    key: ["let through", "refused"],
    strategies: [
        [
            "Each server counts for itself",
            "$allowed of $requests pass. A count in memory sees only what its own server gets, so each of them lets up to \
             $limit through. None does anything wrong, and the limit has become $servers limits. Each server that is added \
             adds one.",
        ],
        [
            "Each server has a share of the limit",
            "$allowed pass, and $unfair are refused though they were due. A share of $limit over $servers is two, rounded \
             down, and a balancer does not deal one user\u{2019}s requests out evenly: one server runs out of its share while \
             another has some left. Nothing is ever over, and people within the limit are turned away.",
        ],
        [
            "One count in Redis, read and written back",
            "$allowed pass. Now all servers see the same count; but each reads it, decides, and writes back what it read plus \
             one. Whoever reads in between reads the old number and passes as well. The slower the way to Redis, the more \
             requests fit in between.",
        ],
        [
            "One count in Redis, added to in one step",
            "$allowed pass, which is the limit. INCR adds one and answers the new count, and nothing runs in between: no two \
             requests get the same number. Rules that need more than one number, as a token bucket, run as a script, which \
             Redis does not interrupt either.",
        ],
    ],
    heads: [
        "Where it is counted",
        "Let through",
        "Over the limit",
        "Refused wrongly",
        "Let through on average",
        "Redis calls",
    ],
    caption: "The same burst under each strategy; the average is of 1,000 bursts.",
    more: &[
        "What is shared has a price: a trip to Redis for each request, a place in its queue, and a dependency. Redis may be \
         slow or gone. A short timeout keeps requests from piling up, and each endpoint needs an answer to what happens then: \
         let through, where a limit only protects capacity; refuse, where abuse costs money; or count alone for a while.",
        "Not every limit must be exact. Servers that count by themselves and tell Redis a few times a second ask it far less, and \
         are over by about what comes between two such syncs. For codes that are sent by SMS that is too much, and for a search \
         it hardly matters.",
    ],
};

const HINDI: Words = Words {
    tag: "hi",
    title: "कई सर्वरों पर एक सीमा",
    why: "लैब को JavaScript और WebAssembly चाहिए। इस पेज पर उसकी मुख्य बातें दोनों के बिना हैं।",
    burst: "एक उपयोगकर्ता 40 मिलीसेकंड में $requests अनुरोध भेजता है। लोड बैलेंसर उन्हें $servers सर्वरों पर बाँटता है। उपयोगकर्ता को \
            एक सेकंड में $limit अनुरोधों की अनुमति है। गिनती कहाँ होती है, और कितने जाने दिए जाते हैं?",
    server: "सर्वर",
    key: ["जाने दिया", "अस्वीकृत"],
    strategies: [
        [
            "हर सर्वर अपनी गिनती करता है",
            "$requests में से $allowed जाने दिए जाते हैं। मेमोरी की गिनती केवल वही देखती है जो उसके अपने सर्वर को मिलता है, इसलिए हर सर्वर \
             $limit तक जाने देता है। कोई भी ग़लती नहीं करता, फिर भी एक सीमा की जगह $servers सीमाएँ हो गई हैं। हर नया सर्वर एक और \
             जोड़ता है।",
        ],
        [
            "हर सर्वर के पास सीमा का एक हिस्सा है",
            "$allowed जाने दिए जाते हैं, और $unfair अस्वीकृत होते हैं जबकि उनका हक़ बनता था। $servers सर्वरों पर $limit का हिस्सा, नीचे \
             पूर्णांकित, दो है; और बैलेंसर एक उपयोगकर्ता के अनुरोध बराबर नहीं बाँटता: एक सर्वर का हिस्सा ख़त्म हो जाता है जबकि दूसरे का बचा रहता \
             है। सीमा से अधिक कभी नहीं जाता, पर सीमा के भीतर के लोग भी लौटा दिए जाते हैं।",
        ],
        [
            "Redis में एक गिनती, पढ़ी और वापस लिखी जाती है",
            "$allowed जाने दिए जाते हैं। अब सभी सर्वर एक ही गिनती देखते हैं; पर हर सर्वर उसे पढ़ता है, फ़ैसला करता है, और पढ़े हुए में एक जोड़कर \
             वापस लिखता है। बीच में जो पढ़ता है वह पुरानी संख्या पढ़ता है और वह भी जाने दिया जाता है। Redis का रास्ता जितना धीमा, बीच में \
             उतने ज़्यादा अनुरोध।",
        ],
        [
            "Redis में एक गिनती, एक ही चरण में बढ़ाई जाती है",
            "$allowed जाने दिए जाते हैं, ठीक सीमा जितने। INCR एक जोड़कर नई गिनती बताता है, और बीच में कुछ नहीं चलता: दो अनुरोधों को कभी एक ही \
             संख्या नहीं मिलती। जिन नियमों को एक से ज़्यादा संख्याएँ चाहिए, जैसे टोकन बकेट, वे स्क्रिप्ट के रूप में चलते हैं, जिसे Redis बीच \
             में नहीं रोकता।",
        ],
    ],
    heads: ["गिनती कहाँ होती है", "जाने दिए गए", "सीमा से अधिक", "ग़लत अस्वीकृत", "औसतन जाने दिए गए", "Redis कॉल"],
    caption: "हर रणनीति में वही बर्स्ट; औसत 1,000 बर्स्ट का है।",
    more: &[
        "साझा गिनती की क़ीमत है: हर अनुरोध के लिए Redis तक एक राउंड ट्रिप, उसकी क़तार में एक जगह, और एक निर्भरता। Redis धीमा या बंद हो \
         सकता है। छोटा टाइमआउट अनुरोधों को जमा नहीं होने देता, और हर एंडपॉइंट को तय करना होता है कि तब क्या हो: जाने देना, जहाँ सीमा \
         केवल क्षमता बचाती है; अस्वीकार करना, जहाँ दुरुपयोग पैसे लेता है; या कुछ देर अकेले गिनना।",
        "हर सीमा का सटीक होना ज़रूरी नहीं। जो सर्वर ख़ुद गिनते हैं और Redis को सेकंड में कुछ ही बार बताते हैं, वे उससे बहुत कम पूछते हैं, और \
         लगभग उतने से अधिक हो जाते हैं जितने दो सिंक के बीच आते हैं। SMS से भेजे जाने वाले कोड के लिए यह बहुत ज़्यादा है; खोज के लिए इससे \
         शायद ही फ़र्क़ पड़ता है।",
    ],
};

/// One strategy's run.
struct Ran {
    verdict: Verdict,
    mean: f64,
}

/// The page.
pub fn page() -> String {
    let burst = Scenario::default();
    let runs = STRATEGIES.map(|strategy| {
        let scenario = Scenario { strategy, ..burst };
        Ran { verdict: Verdict::of(&scenario), mean: mean_allowed(&scenario, BURSTS) }
    });
    let told = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Rate Limit Lab: " (ENGLISH.title) }
                // None, so that no browser asks for one.
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.name { "Rate Limit Lab" }
                    nav { a href="#hi" lang="hi" { "हिन्दी" } " " a href="./" { "The lab" } }
                }
                main {
                    @for words in [&ENGLISH, &HINDI] { (section(words, &burst, &runs)) }
                }
            }
        }
    };
    told.into_string()
}

fn section(words: &Words, burst: &Scenario, runs: &[Ran; 4]) -> Markup {
    let id = words.tag;
    let filled = |text: &str, verdict: &Verdict| {
        let values = [
            ("$requests", burst.burst),
            ("$servers", burst.servers),
            ("$limit", burst.limit),
            ("$allowed", verdict.allowed),
            ("$unfair", verdict.falsely_refused),
        ];
        values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, &value.to_string()))
    };
    html! {
        section lang=(id) id=(id) aria-labelledby={ "title-" (id) } {
            h1 id={ "title-" (id) } { (words.title) }
            p.why { (words.why) }
            p { (filled(words.burst, &runs[0].verdict)) }
            p.key aria-hidden="true" {
                svg viewBox="0 0 12 12" width="12" height="12" { (dot(6, 6, true)) } " " (words.key[0]) " "
                svg viewBox="0 0 12 12" width="12" height="12" { (dot(6, 6, false)) } " " (words.key[1])
            }
            @for ([name, says], run) in words.strategies.iter().zip(runs) {
                h2 { (name) }
                (picture(words, &run.verdict.servers))
                p { (filled(says, &run.verdict)) }
            }
            div.scroller tabindex="0" role="region" aria-label=(words.caption) {
                table {
                    caption { (words.caption) }
                    thead { tr { @for head in words.heads { th scope="col" { (head) } } } }
                    tbody {
                        @for ([name, _], Ran { verdict, mean }) in words.strategies.iter().zip(runs) {
                            tr {
                                th scope="row" { (name) }
                                td { (verdict.allowed) }
                                td { (verdict.over) }
                                td { (verdict.falsely_refused) }
                                td { (format!("{mean:.1}")) }
                                td { (verdict.redis_calls) }
                            }
                        }
                    }
                }
            }
            @for text in words.more { p { (text) } }
        }
    }
}

/// The width of a server in the picture, and how many dots stand side by side in it.
const SERVER: usize = 100;
const ABREAST: usize = 6;
const STEP: usize = 14;

/// Each server's decisions: those let through first.
fn picture(words: &Words, servers: &[Decided]) -> Markup {
    let rows = servers.iter().map(|one| ((one.allowed + one.refused) as usize).div_ceil(ABREAST)).max().unwrap_or(1);
    let (width, height) = (SERVER * servers.len(), 24 + rows * STEP);
    let said = servers.iter().enumerate().map(|(nth, one)| {
        format!("{} {}: {} {}, {} {}.", words.server, nth + 1, one.allowed, words.key[0], one.refused, words.key[1])
    });
    let said = said.collect::<Vec<_>>().join(" ");
    html! {
        svg.servers viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(said) {
            @for (nth, one) in servers.iter().enumerate() {
                @let left = nth * SERVER;
                text x=(left + 2) y="13" { (words.server) " " (nth + 1) }
                @for place in 0..(one.allowed + one.refused) as usize {
                    (dot(left + 8 + place % ABREAST * STEP, 26 + place / ABREAST * STEP, place < one.allowed as usize))
                }
            }
        }
    }
}

/// A request, by its shape as well as by its colour.
fn dot(x: usize, y: usize, allowed: bool) -> Markup {
    html! {
        @if allowed {
            circle.through cx=(x) cy=(y) r="5" {}
        } @else {
            circle.refused cx=(x) cy=(y) r="4" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_runs_numbers_and_no_empty_place() {
        let page = page();
        assert!(!page.contains('$'), "a place for a number is empty");
        for text in ["32 of 40 pass", "8 pass, and 2 are refused", "30 pass", "10 pass, which is the limit"] {
            assert!(page.contains(text), "{text}");
        }
        assert_eq!(page.matches("<table").count(), 2);
        // Nothing is loaded with it, and no script runs in it.
        assert!(!["<script", "src=", "stylesheet", "http"].iter().any(|text| page.contains(text)));
    }

    /// Dots are as many as requests, in both languages.
    #[test]
    fn the_picture_has_a_dot_for_each_request() {
        let page = page();
        let dots = page.matches("<circle").count();
        assert_eq!(dots, 2 * (4 * 40 + 2));
    }
}
