use governor::clock::FakeRelativeClock;

use super::*;

fn per_second(count: u32) -> Quota {
    Quota::per_second(NonZeroU32::new(count).unwrap())
}

fn limiter(clock: &FakeRelativeClock) -> Limiter<FakeRelativeClock> {
    let sign_ins = Quota::per_minute(NonZeroU32::new(3).unwrap());
    Limiter::with_clock(per_second(4), per_second(2), sign_ins, clock.clone())
}

fn allowed(limiter: &Limiter<FakeRelativeClock>, key: &str, kind: Kind) -> usize {
    (0..100)
        .take_while(|_| limiter.check(key.as_bytes(), kind).is_ok())
        .count()
}

#[test]
fn each_kind_and_each_caller_has_its_own_count() {
    let limiter = limiter(&FakeRelativeClock::default());
    assert_eq!(allowed(&limiter, "ann", Kind::Read), 4);
    assert_eq!(allowed(&limiter, "ann", Kind::Write), 2);
    assert_eq!(allowed(&limiter, "ann", Kind::SignIn), 3);
    assert_eq!(allowed(&limiter, "ben", Kind::Read), 4);
}

#[test]
fn a_refused_caller_who_waits_as_told_is_let_in() {
    let clock = FakeRelativeClock::default();
    let limiter = limiter(&clock);
    assert_eq!(allowed(&limiter, "ann", Kind::SignIn), 3);
    let wait = limiter.check(b"ann", Kind::SignIn).unwrap_err();
    assert_eq!(wait, Duration::from_secs(20));
    clock.advance(wait - Duration::from_millis(1));
    assert!(limiter.check(b"ann", Kind::SignIn).is_err());
    clock.advance(Duration::from_millis(1));
    assert!(limiter.check(b"ann", Kind::SignIn).is_ok());
}

#[test]
fn callers_who_have_gone_quiet_are_forgotten() {
    let clock = FakeRelativeClock::default();
    let limiter = limiter(&clock);
    for caller in 0..3 * SWEEP_EVERY {
        assert!(limiter.check(&caller.to_le_bytes(), Kind::Read).is_ok());
        clock.advance(Duration::from_millis(1));
    }
    // A bucket of four per second is full again a quarter of a second after one read.
    assert!(
        limiter.reads.len() <= 250 + SWEEP_EVERY as usize,
        "{}",
        limiter.reads.len()
    );
}
