//! The `steward` program.

fn main() -> std::process::ExitCode {
    steward_server::run()
}
