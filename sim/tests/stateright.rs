//! The explorer against the model checker stateright, which goes through the plain limiters.

mod plain;

use limit_sim::explore::{Covered, Explorer};
use limit_sim::hand::{Events, replay};
use plain::{CLASSIC, Game, State};
use stateright::{Checker, Model, Property, StateRecorder};

impl Model for Game {
    type State = State;
    type Action = u8;

    fn init_states(&self) -> Vec<State> {
        vec![self.start()]
    }

    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        actions.extend(self.choices(state).into_iter().map(|(choice, _)| choice));
    }

    fn next_state(&self, state: &State, action: u8) -> Option<State> {
        self.choices(state).into_iter().find(|(choice, _)| *choice == action).map(|(_, after)| after)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        // The checker stops once each property is decided; the second never is.
        vec![
            Property::always("within the limit", |game: &Game, state: &State| !game.is_over(state)),
            Property::always("something", |_, _| true),
        ]
    }
}

fn agree(game: Game) {
    let found = Explorer::new(&game.case()).finish();
    assert_eq!(found.covered, Covered::All, "{game:?}");
    let (recorder, states) = StateRecorder::new_with_accessor();
    let checker = game.checker().visitor(recorder).spawn_bfs().join();
    assert_eq!(found.states, checker.unique_state_count() as u64, "{game:?}");
    assert_eq!(Some(found.most_allowed), states().iter().map(State::allowed).max(), "{game:?}");
    // The order that it finds is one that breaks in the hand, too, and perhaps not a shortest.
    let broken = checker.discovery("within the limit").map(|path| path.into_actions());
    assert_eq!((found.over_orders > 0, found.shortest.is_some()), (broken.is_some(), broken.is_some()), "{game:?}");
    if let (Some(shortest), Some(broken)) = (found.shortest, broken) {
        assert!(shortest.len() <= broken.len(), "{game:?}");
        assert!(replay(&game.case(), &broken).position.over() > 0, "{game:?}");
    }
}

#[test]
fn states_and_the_most_let_through_are_those_of_the_model_checker_while_time_stands_still() {
    for strategy in CLASSIC {
        for (servers, requests, limit) in [(1, 1, 1), (2, 3, 1), (2, 4, 1), (2, 5, 2), (3, 5, 1), (3, 5, 4), (2, 6, 3)]
        {
            agree(Game { strategy, servers, requests, limit, events: Events::default() });
        }
    }
}

#[test]
fn so_they_are_when_the_window_ends_or_a_server_crashes() {
    for strategy in CLASSIC {
        for (window_ends, crashes) in [(true, false), (false, true), (true, true)] {
            for (servers, requests, limit) in [(1, 2, 1), (2, 3, 1), (2, 4, 2), (3, 4, 3)] {
                agree(Game { strategy, servers, requests, limit, events: Events { window_ends, crashes } });
            }
        }
    }
}
