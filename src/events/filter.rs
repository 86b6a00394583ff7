//! Which events are shown.

use limit_sim::scenario::Scenario;
use limit_sim::trace::Event;

/// Shows events of one server, of one request, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The server, from 0.
    pub server: Option<u32>,
    /// The request, from 0.
    pub request: Option<u32>,
}

impl Filter {
    /// Without what the scenario does not have.
    pub fn within(self, scenario: &Scenario) -> Self {
        Self {
            server: self.server.filter(|server| *server < scenario.servers),
            request: self.request.filter(|request| *request < scenario.requests()),
        }
    }

    /// The numbers of the events that are shown.
    pub fn pick(&self, events: &[Event]) -> Vec<usize> {
        let of_server = |event: &Event| self.server.is_none_or(|server| server == event.request.server);
        let of_request = |event: &Event| self.request.is_none_or(|request| request == event.request.number);
        let shown = events.iter().enumerate().filter(|(_, event)| of_server(event) && of_request(event));
        shown.map(|(nth, _)| nth).collect()
    }
}
