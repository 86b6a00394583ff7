//! Places for what is under way, used again and again.

use std::ops::{Index, IndexMut};

/// Values at places that stay theirs until they are freed.
///
/// Unlike in a `Slab`, a value stays where it is when its place is freed, until another takes the place: nothing is moved
/// out, which for large values is most of the cost.
pub struct Pool<T> {
    places: Vec<T>,
    free: Vec<u32>,
}

impl<T> Pool<T> {
    /// No values, no places.
    pub fn new() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }

    /// Puts the value at some free place; answers which.
    pub fn insert(&mut self, value: T) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self[place] = value;
                place
            }
            None => {
                self.places.push(value);
                self.places.len() as u32 - 1
            }
        }
    }

    /// How many places there are, free or not.
    pub fn places(&self) -> u32 {
        self.places.len() as u32
    }

    /// Lets others have the place.
    pub fn free(&mut self, place: u32) {
        self.free.push(place);
    }
}

impl<T> Index<u32> for Pool<T> {
    type Output = T;
    fn index(&self, place: u32) -> &T {
        &self.places[place as usize]
    }
}

impl<T> IndexMut<u32> for Pool<T> {
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self.places[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_place_is_used_again_and_the_others_keep_their_values() {
        let mut pool = Pool::new();
        let [a, b, c] = ['a', 'b', 'c'].map(|value| pool.insert(value));
        pool.free(b);
        let d = pool.insert('d');
        assert_eq!(d, b);
        assert_eq!([pool[a], pool[c], pool[d]], ['a', 'c', 'd']);
        assert_ne!(pool.insert('e'), d);
    }
}
