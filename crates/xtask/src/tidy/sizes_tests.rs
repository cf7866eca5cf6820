use super::sizes::{Exception, Function, check_with, functions};
use crate::repo::TextFile;

fn file(path: &str, text: String) -> TextFile {
    TextFile {
        path: path.to_owned(),
        text,
    }
}

fn long_function(statements: usize) -> String {
    format!("fn long() {{\n{}}}\n", "    step();\n".repeat(statements))
}

fn count(exceptions: &[Exception], path: &str, text: String) -> usize {
    check_with(exceptions, &[file(path, text)]).len()
}

#[test]
fn five_hundred_lines_pass_and_one_more_does_not() {
    for path in ["a.rs", "web/src/a.ts", "web/src/a.tsx"] {
        assert_eq!(count(&[], path, "\n".repeat(500)), 0, "{path}");
        assert_eq!(count(&[], path, "\n".repeat(501)), 1, "{path}");
    }
}

#[test]
fn generated_and_other_files_may_be_long() {
    for path in [
        "web/src/api/schema.ts",
        "web/src/routeTree.gen.ts",
        "Cargo.lock",
    ] {
        assert_eq!(count(&[], path, "\n".repeat(5000)), 0, "{path}");
    }
}

#[test]
fn sixty_lines_of_a_function_pass_and_one_more_does_not() {
    assert_eq!(count(&[], "a.rs", long_function(58)), 0);
    let problems = check_with(&[], &[file("a.rs", long_function(59))]);
    assert_eq!(
        problems[0].to_string(),
        "a.rs:1: `long` has 61 lines, more than 60; split it"
    );
}

#[test]
fn an_exception_lifts_one_limit_to_its_own() {
    let exceptions: [Exception; 1] = [("a.rs", Some("long"), 70, "a table")];
    assert_eq!(count(&exceptions, "a.rs", long_function(68)), 0);
    assert_eq!(count(&exceptions, "a.rs", long_function(69)), 1);
    assert_eq!(count(&exceptions, "b.rs", long_function(68)), 1);
}

#[test]
fn functions_are_found_in_every_form_rustfmt_gives_them() {
    let text = "\
trait Role {
    fn declared(&self);
    fn declared_over_lines(
        &self,
    ) -> bool;
}
impl Role for X {
    pub(crate) async fn method<T>(
        &self,
    ) -> Vec<T>
    where
        T: Clone,
    {
        match self {
            X => {}
        }
    }
}
const fn short() {}
";
    assert_eq!(
        functions(text),
        [
            Function {
                name: "method",
                line: 8,
                lines: 10
            },
            Function {
                name: "short",
                line: 19,
                lines: 1
            },
        ]
    );
}
