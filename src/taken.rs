//! What can be taken away of the page besides "Many runs": the stage (under "Share"), the open tab's diagram and tables, and
//! the page on paper.

mod files;
mod panels;
mod print;
mod settings;
mod stage;

pub use panels::row_of;
pub use print::on_paper;
pub use stage::row_of_stage;
