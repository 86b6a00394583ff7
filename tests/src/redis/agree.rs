//! Whether the model and the real server answered the same.

use limit_sim::redis::{Reply, Text};

/// Whether the model's reply is the real server's. They are equal but for fractions, of which the model has no digits: there
/// the text is read as a number.
pub fn agree(model: &Reply, real: &Reply) -> bool {
    match (model, real) {
        (Reply::Bulk(model), Reply::Bulk(real)) => same_text(model, real),
        (Reply::Array(model), Reply::Array(real)) => {
            model.len() == real.len() && model.iter().zip(real).all(|(model, real)| agree(model, real))
        }
        _ => model == real,
    }
}

fn same_text(model: &Text, real: &Text) -> bool {
    match (model, real) {
        (Text::Ratio { of, to }, Text::Other(real)) => real.parse() == Ok(*of as f64 / *to as f64),
        _ => model == real,
    }
}
