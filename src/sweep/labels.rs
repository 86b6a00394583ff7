//! Names at the ends of lines: as near to them as they can stand without lying on each other.

/// Where they stand, for where each would stand best: in the same order downwards, each so far from the next, all between
/// the ends as long as there is room.
pub fn apart(wanted: &[f64], gap: f64, [top, foot]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    // (Few: sorting them by hand costs less than another sort.)
    for nth in 1..order.len() {
        let mut at = nth;
        while at > 0 && wanted[order[at]] < wanted[order[at - 1]] {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
    let mut places = wanted.to_vec();
    // Downwards each makes room below the one before, upwards whatever went too far comes back.
    let mut least = top;
    for nth in &order {
        places[*nth] = places[*nth].max(least);
        least = places[*nth] + gap;
    }
    let mut most = foot;
    for nth in order.iter().rev() {
        places[*nth] = places[*nth].min(most);
        most = places[*nth] - gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_room_stand_where_they_want() {
        assert_eq!(apart(&[200.0, 20.0, 100.0], 16.0, [0.0, 300.0]), [200.0, 20.0, 100.0]);
    }

    #[test]
    fn names_that_would_lie_on_each_other_stand_apart_in_the_same_order() {
        let places = apart(&[100.0, 96.0, 104.0, 100.0], 16.0, [0.0, 300.0]);
        assert_eq!(places, [112.0, 96.0, 144.0, 128.0]);
    }

    #[test]
    fn names_stay_between_the_ends() {
        assert_eq!(apart(&[290.0, 299.0, 300.0], 16.0, [0.0, 300.0]), [268.0, 284.0, 300.0]);
        assert_eq!(apart(&[-4.0, 2.0], 16.0, [0.0, 300.0]), [0.0, 16.0]);
        assert_eq!(apart(&[], 16.0, [0.0, 300.0]), [0.0; 0]);
    }
}
