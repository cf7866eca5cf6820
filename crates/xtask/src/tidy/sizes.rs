use crate::problem::Problem;
use crate::repo::TextFile;

const FILE_LIMIT: usize = 500;
const FUNCTION_LIMIT: usize = 60;

/// A path, one function in it or none for the whole file, the lines it may have, and why.
pub(crate) type Exception = (&'static str, Option<&'static str>, usize, &'static str);

const EXCEPTIONS: [Exception; 0] = [];

pub(crate) fn check(files: &[TextFile]) -> Vec<Problem> {
    check_with(&EXCEPTIONS, files)
}

/// Generated files are exempt: nobody reads them.
pub(crate) fn check_with(exceptions: &[Exception], files: &[TextFile]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| is_source(&file.path)) {
        problems.extend(file_problem(exceptions, file));
        if file.path.ends_with(".rs") {
            problems.extend(function_problems(exceptions, file));
        }
    }
    problems
}

/// A function's name, the line it starts on and how many lines it has.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function<'text> {
    pub(crate) name: &'text str,
    pub(crate) line: usize,
    pub(crate) lines: usize,
}

/// Finds functions by indentation, which rustfmt makes reliable: the body ends at the first closing
/// brace as far left as the `fn`.
pub(crate) fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((at, function_name(line)?)));
    let found = starts.filter_map(|(at, name)| {
        let lines = length(&lines[at..])?;
        Some(Function {
            name,
            line: at + 1,
            lines,
        })
    });
    found.collect()
}

fn is_source(path: &str) -> bool {
    let generated = path == "web/src/api/schema.ts" || path.ends_with(".gen.ts");
    !generated
        && [".rs", ".ts", ".tsx"]
            .iter()
            .any(|ending| path.ends_with(ending))
}

fn file_problem(exceptions: &[Exception], file: &TextFile) -> Option<Problem> {
    let lines = file.text.lines().count();
    let message = too_long(exceptions, &file.path, None, lines)?;
    Some(Problem::new(&file.path, 1, format!("the file {message}")))
}

fn function_problems(exceptions: &[Exception], file: &TextFile) -> Vec<Problem> {
    let long = functions(&file.text).into_iter().filter_map(|function| {
        let Function { name, line, lines } = function;
        let message = too_long(exceptions, &file.path, Some(name), lines)?;
        Some(Problem::new(
            &file.path,
            line,
            format!("`{name}` {message}"),
        ))
    });
    long.collect()
}

fn too_long(
    exceptions: &[Exception],
    path: &str,
    function: Option<&str>,
    lines: usize,
) -> Option<String> {
    let exception = exceptions
        .iter()
        .find(|(file, name, ..)| *file == path && *name == function);
    let (limit, reason) = match exception {
        Some((.., limit, reason)) => (*limit, format!(" (excepted: {reason})")),
        None if function.is_some() => (FUNCTION_LIMIT, String::new()),
        None => (FILE_LIMIT, String::new()),
    };
    (lines > limit).then(|| format!("has {lines} lines, more than {limit}{reason}; split it"))
}

fn function_name(line: &str) -> Option<&str> {
    let mut words = line.trim_start().split(' ');
    let modifier = |word: &str| {
        matches!(word, "async" | "const" | "unsafe" | "extern" | "\"C\"") || word.starts_with("pub")
    };
    let keyword = words.by_ref().find(|word| !modifier(word))?;
    let name = words.next().filter(|_| keyword == "fn")?;
    name.split(['(', '<']).next()
}

fn length(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    if first.ends_with('}') {
        return Some(1);
    }
    let indent = &first[..first.len() - first.trim_start().len()];
    for (at, line) in lines.iter().enumerate() {
        let Some(rest) = line.strip_prefix(indent) else {
            continue;
        };
        if at > 0 && rest.starts_with('}') {
            return Some(at + 1);
        }
        // A declaration in a trait: its last line stands as far left as its first.
        if !rest.starts_with(char::is_whitespace) && rest.ends_with(';') {
            return None;
        }
    }
    None
}
