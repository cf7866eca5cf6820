//! Slow bodies, with a clock that is pushed.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use steward_model::ModelFailure;
use tokio::time::{Instant, sleep};

use crate::http::timed;
use crate::sse::read_events;

const IDLE: Duration = Duration::from_secs(60);
const FIRST: Duration = Duration::from_secs(120);

/// A body whose pieces come after these many seconds each, and which then never ends.
fn body(seconds: Vec<u64>) -> impl Stream<Item = Result<Bytes, ModelFailure>> + Send + Unpin {
    let pieces = stream::iter(seconds).then(|seconds| async move {
        sleep(Duration::from_secs(seconds)).await;
        Ok(Bytes::from_static(b"data: x\n\n"))
    });
    pieces.chain(stream::pending()).boxed()
}

/// How many events were heard, what ended them, and when.
async fn hear(seconds: Vec<u64>) -> (usize, Result<(), ModelFailure>, u64) {
    let start = Instant::now();
    let mut events = 0;
    let end = read_events(timed(body(seconds), start + FIRST, IDLE).boxed(), |_| {
        events += 1;
        Ok(std::ops::ControlFlow::Continue(()))
    });
    let end = end.await;
    (events, end, start.elapsed().as_secs())
}

#[tokio::test(start_paused = true)]
async fn the_first_byte_has_a_time_of_its_own() {
    assert_eq!(hear(vec![]).await, (0, Err(ModelFailure::TimedOut), 120));
    assert_eq!(hear(vec![119]).await, (1, Err(ModelFailure::TimedOut), 179));
}

#[tokio::test(start_paused = true)]
async fn each_further_piece_starts_the_time_anew() {
    let pieces = vec![1, 59, 59, 59];
    assert_eq!(hear(pieces).await, (4, Err(ModelFailure::TimedOut), 238));
    assert_eq!(
        hear(vec![1, 61]).await,
        (1, Err(ModelFailure::TimedOut), 61)
    );
}

#[tokio::test(start_paused = true)]
async fn after_the_last_event_the_end_is_not_awaited_for_long() {
    let start = Instant::now();
    let bytes = timed(body(vec![1]), start + FIRST, IDLE).boxed();
    let end = read_events(bytes, |_| Ok(std::ops::ControlFlow::Break(()))).await;
    assert_eq!(end, Ok(()));
    assert!(start.elapsed() < Duration::from_millis(1200));
}
