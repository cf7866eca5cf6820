#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| steward_fuzz::account_history(bytes));
