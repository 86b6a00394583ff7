//! A canvas that writes down what is drawn on it, as SVG: so a saved stage has the same dots as the one that is seen, by the
//! same drawing.

use std::cell::RefCell;
use std::rc::Rc;

use maud::{Markup, PreEscaped, html};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::CanvasRenderingContext2d;

use crate::export::by_name::{get, set, text};
use crate::words::number::px;

/// A method of the canvas: it takes five numbers at most that matter here.
type Method = Closure<dyn FnMut(f64, f64, f64, f64, f64)>;

/// What has been drawn.
#[derive(Default)]
struct Drawn {
    /// The present path: shapes, and lines.
    shapes: String,
    lines: String,
    /// What was filled and stroked.
    done: String,
    /// Where in it the present path was filled, and with which colour.
    filled: Option<(usize, String)>,
}

/// What `draw` draws on a canvas.
pub fn recorded(draw: impl FnOnce(&CanvasRenderingContext2d)) -> Markup {
    let canvas: JsValue = js_sys::Object::new().into();
    let drawn = Rc::new(RefCell::new(Drawn::default()));
    let mut methods = Vec::new();
    let mut method = |name: &str, act: fn(&mut Drawn, &JsValue, [f64; 4])| {
        let (own, on) = (drawn.clone(), canvas.clone());
        let method: Box<dyn FnMut(f64, f64, f64, f64, f64)> =
            Box::new(move |a, b, c, d, _| act(&mut own.borrow_mut(), &on, [a, b, c, d]));
        let method: Method = Closure::wrap(method);
        set(&canvas, name, method.as_ref());
        methods.push(method);
    };
    // Device pixels are of no account, and nothing has been drawn before.
    method("setTransform", |_, _, _| ());
    method("clearRect", |_, _, _| ());
    method("beginPath", |drawn, _, _| {
        drawn.shapes.clear();
        drawn.lines.clear();
        drawn.filled = None;
    });
    // A disc's path begins at its edge, which is no line.
    method("moveTo", |drawn, _, [x, y, ..]| drawn.lines += &format!("M{} {}", px(x), px(y)));
    method("lineTo", |drawn, _, [x, y, ..]| drawn.lines += &format!("L{} {}", px(x), px(y)));
    method("arc", |drawn, _, [x, y, radius, _]| drawn.shapes += &crate::svg::circle("dot", x, y, radius).0);
    method("rect", |drawn, _, place| drawn.shapes += &rect(place).0);
    method("fill", |drawn, on, _| drawn.fill(on));
    method("stroke", |drawn, on, _| drawn.stroke(on));
    method("fillRect", |drawn, on, place| {
        drawn.shapes = rect(place).0;
        drawn.fill(on);
    });
    method("strokeRect", |drawn, on, place| {
        drawn.lines.clear();
        drawn.filled = None;
        drawn.shapes = rect(place).0;
        drawn.stroke(on);
    });
    draw(canvas.unchecked_ref());
    let done = std::mem::take(&mut drawn.borrow_mut().done);
    PreEscaped(done)
}

fn rect([x, y, width, height]: [f64; 4]) -> Markup {
    crate::svg::rect("mark", x, y, width, height, 0)
}

impl Drawn {
    fn fill(&mut self, on: &JsValue) {
        if !self.shapes.is_empty() {
            let colour = text(&get(on, "fillStyle"));
            self.paint(&colour, "none", 0.0, false);
        }
    }

    fn stroke(&mut self, on: &JsValue) {
        let crosses = self.lines.contains('L');
        if crosses || !self.shapes.is_empty() {
            let (colour, width) = (text(&get(on, "strokeStyle")), get(on, "lineWidth").as_f64().unwrap_or(1.0));
            // What was filled just before is one shape with its edge.
            let filled = self.filled.take();
            if let Some((before, _)) = &filled {
                self.done.truncate(*before);
            }
            self.paint(filled.as_ref().map_or("none", |(_, colour)| colour), &colour, width, crosses);
            self.filled = None;
        }
    }

    fn paint(&mut self, fill: &str, stroke: &str, width: f64, crosses: bool) {
        self.filled = Some((self.done.len(), fill.to_owned()));
        self.done += &html! {
            g fill=(fill) stroke=(stroke) stroke-width=(px(width)) {
                (PreEscaped(&self.shapes))
                @if crosses { path class="crosses" d=(self.lines) {} }
            }
        }
        .0;
    }
}
