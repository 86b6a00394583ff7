//! Short rows of numbers, each kept once and known by its own number.

/// Rows of one width, found by what is in them. Its hash is fixed, so that nothing depends on the machine.
pub struct Table {
    width: usize,
    rows: Vec<u16>,
    len: u32,
    /// The rows' numbers, each at the first free place from its hash on. The length is a power of two, and more than half of
    /// the places are free.
    places: Vec<u32>,
}

/// A place without a row.
const FREE: u32 = u32::MAX;

impl Table {
    /// No rows yet, of this width.
    #[inline]
    pub fn new(width: usize) -> Self {
        Self { width, rows: Vec::new(), len: 0, places: vec![FREE; 64] }
    }

    /// The row's number, and whether it is new.
    #[inline]
    pub fn intern(&mut self, row: &[u16]) -> (u32, bool) {
        debug_assert_eq!(row.len(), self.width);
        let place = self.place(row);
        let known = self.places[place];
        if known != FREE {
            return (known, false);
        }
        let number = self.len;
        self.places[place] = number;
        self.rows.extend_from_slice(row);
        self.len += 1;
        if self.len as usize * 2 >= self.places.len() {
            self.grow();
        }
        (number, true)
    }

    /// Where the row is, or would be.
    #[inline]
    fn place(&self, row: &[u16]) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(row) as usize & mask;
        while self.places[place] != FREE && self.row(self.places[place]) != row {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    fn row(&self, number: u32) -> &[u16] {
        let from = number as usize * self.width;
        &self.rows[from..from + self.width]
    }

    #[inline]
    fn grow(&mut self) {
        self.places = vec![FREE; self.places.len() * 2];
        for number in 0..self.len {
            let place = self.place(self.row(number));
            self.places[place] = number;
        }
    }
}

/// As in [`crate::trace::TraceHash`]: each word reaches the bits above it by a factor, those below by a shift.
#[inline]
fn hash(row: &[u16]) -> u32 {
    let mut hash = 0x243F_6A88_85A3_08D3_u64;
    for word in row {
        hash = (hash ^ u64::from(*word)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        hash ^= hash >> 32;
    }
    hash as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_one_number_however_many_there_are() {
        let mut table = Table::new(2);
        let rows: Vec<[u16; 2]> = (0..5000).map(|one| [one % 71, one / 71]).collect();
        for again in [false, true] {
            for (number, row) in (0..).zip(&rows) {
                assert_eq!(table.intern(row), (number, !again));
            }
        }
    }
}
