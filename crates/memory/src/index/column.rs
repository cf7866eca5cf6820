//! A growing array in chunks: no copy and no slack of half its size when it grows.

/// Rows in a chunk.
pub(super) const ROWS: usize = 1024;

/// Rows of `width` values each, apart from one another in memory only by chunk.
#[derive(Debug, Clone)]
pub(super) struct Column<T> {
    chunks: Vec<Vec<T>>,
    width: usize,
    rows: usize,
}

impl<T: Copy> Column<T> {
    pub(super) fn new(width: usize) -> Self {
        Self {
            chunks: Vec::new(),
            width,
            rows: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// Adds a row; `values` has the width of the column.
    pub(super) fn push_row(&mut self, values: &[T]) {
        debug_assert_eq!(values.len(), self.width);
        let chunk = self.rows / ROWS;
        if chunk == self.chunks.len() {
            // The first chunk grows as it is filled, since most scopes are small.
            let rows = if chunk == 0 { 1 } else { ROWS };
            self.chunks.push(Vec::with_capacity(rows * self.width));
        }
        self.chunks[chunk].extend_from_slice(values);
        self.rows += 1;
    }

    pub(super) fn row(&self, row: usize) -> &[T] {
        let start = row % ROWS * self.width;
        &self.chunks[row / ROWS][start..start + self.width]
    }

    /// Replaces a row; `values` has the width of the column.
    pub(super) fn set_row(&mut self, row: usize, values: &[T]) {
        let start = row % ROWS * self.width;
        self.chunks[row / ROWS][start..start + self.width].copy_from_slice(values);
    }

    /// Puts the last row in the place of this one, and shortens the column.
    pub(super) fn swap_remove(&mut self, row: usize) {
        let last = self.rows - 1;
        if row != last {
            let moved = self.row(last).to_vec();
            self.set_row(row, &moved);
        }
        let chunk = last / ROWS;
        self.chunks[chunk].truncate(last % ROWS * self.width);
        if self.chunks[chunk].is_empty() {
            self.chunks.pop();
        }
        self.rows = last;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let values: usize = self.chunks.iter().map(Vec::capacity).sum();
        values * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

impl<T: Copy> Column<T> {
    pub(super) fn push(&mut self, value: T) {
        self.push_row(&[value]);
    }

    /// The value of a row of width one.
    pub(super) fn get(&self, row: usize) -> T {
        self.chunks[row / ROWS][row % ROWS]
    }

    pub(super) fn set(&mut self, row: usize, value: T) {
        self.chunks[row / ROWS][row % ROWS] = value;
    }

    /// The values of `ROWS` rows at a time.
    pub(super) fn chunks(&self) -> impl Iterator<Item = &[T]> {
        self.chunks.iter().map(Vec::as_slice)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.chunks.iter().flatten().copied()
    }
}
