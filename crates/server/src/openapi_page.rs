//! The OpenAPI document as a page that people can read, without a script.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde_json::Value;

use schema::{Escaped, anchor, write_schema, write_table_of_properties};

mod schema;
#[cfg(test)]
#[path = "openapi_page_tests.rs"]
mod tests;

/// The page's style sheet; the content security policy forbids inline styles.
pub(crate) const STYLE: &str = include_str!("openapi_page/style.css");

/// Where the page expects [`STYLE`] to be served.
pub(crate) const STYLE_PATH: &str = "/openapi.css";

const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// Operations that have no tag.
const UNTAGGED: &str = "Other";

/// Renders an OpenAPI 3.1 document.
pub(crate) fn render(openapi: &Value) -> String {
    let mut page = String::with_capacity(64 * 1_024);
    // Writing to a string does not fail.
    let _ = write_page(&mut page, openapi);
    page
}

struct Operation<'a> {
    method: &'static str,
    path: &'a str,
    item: &'a Value,
    operation: &'a Value,
}

fn write_page(page: &mut String, openapi: &Value) -> fmt::Result {
    let info = &openapi["info"];
    let title = Escaped(text(&info["title"]));
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} API</title>\n<link rel=\"stylesheet\" href=\"{STYLE_PATH}\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">Skip to content</a>\n\
         <header>\n<h1>{title} API <small>{}</small></h1>\n",
        Escaped(text(&info["version"]))
    )?;
    write_paragraph(page, &info["description"])?;
    page.push_str("<p>For programs: <a href=\"/openapi.json\">openapi.json</a></p>\n</header>\n");
    let groups = grouped_by_tag(openapi);
    write_navigation(page, &groups)?;
    page.push_str("<main id=\"content\" tabindex=\"-1\">\n");
    for (tag, operations) in &groups {
        let id = anchor("tag", tag);
        write!(
            page,
            "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>\n",
            Escaped(tag)
        )?;
        for operation in operations {
            write_operation(page, openapi, operation)?;
        }
        page.push_str("</section>\n");
    }
    write_schemas(page, openapi)?;
    page.push_str("</main>\n</body>\n</html>\n");
    Ok(())
}

fn grouped_by_tag(openapi: &Value) -> BTreeMap<&str, Vec<Operation<'_>>> {
    let mut groups: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    for (path, item) in openapi["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            let Some(operation) = item.get(method) else {
                continue;
            };
            let tag = operation["tags"][0].as_str().unwrap_or(UNTAGGED);
            groups.entry(tag).or_default().push(Operation {
                method,
                path,
                item,
                operation,
            });
        }
    }
    groups
}

fn write_navigation(page: &mut String, groups: &BTreeMap<&str, Vec<Operation<'_>>>) -> fmt::Result {
    page.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
    for (tag, operations) in groups {
        write!(
            page,
            "<li><a href=\"#{}\">{}</a>\n<ul>\n",
            anchor("tag", tag),
            Escaped(tag)
        )?;
        for operation in operations {
            writeln!(
                page,
                "<li><a href=\"#{}\"><code>{} {}</code></a></li>",
                operation.anchor(),
                operation.method.to_uppercase(),
                Escaped(operation.path)
            )?;
        }
        page.push_str("</ul>\n</li>\n");
    }
    page.push_str("<li><a href=\"#schemas\">Schemas</a></li>\n</ul>\n</nav>\n");
    Ok(())
}

impl Operation<'_> {
    fn anchor(&self) -> String {
        anchor(self.method, self.path)
    }
}

fn write_operation(page: &mut String, openapi: &Value, shown: &Operation<'_>) -> fmt::Result {
    let id = shown.anchor();
    write!(
        page,
        "<article aria-labelledby=\"{id}\">\n<h3 id=\"{id}\"><span class=\"method {}\">{}</span> <code>{}</code></h3>\n",
        shown.method,
        shown.method.to_uppercase(),
        Escaped(shown.path)
    )?;
    write_paragraph(page, &shown.operation["summary"])?;
    write_paragraph(page, &shown.operation["description"])?;
    write_authentication(page, openapi, shown.operation)?;
    write_parameters(page, openapi, shown)?;
    let body = resolve(openapi, &shown.operation["requestBody"]);
    if body.is_object() {
        page.push_str("<h4>Request body</h4>\n");
        write_paragraph(page, &body["description"])?;
        write_contents(page, openapi, &body["content"])?;
    }
    write_responses(page, openapi, &shown.operation["responses"])?;
    page.push_str("</article>\n");
    Ok(())
}

/// The operation's own list counts, or else the document's; each entry is one sufficient way in.
fn write_authentication(page: &mut String, openapi: &Value, operation: &Value) -> fmt::Result {
    let ways = operation["security"]
        .as_array()
        .or_else(|| openapi["security"].as_array());
    let names: Vec<String> = ways
        .into_iter()
        .flatten()
        .filter_map(Value::as_object)
        .map(|schemes| schemes.keys().cloned().collect::<Vec<_>>().join(" and "))
        .collect();
    let way = match names.as_slice() {
        [] => "none".to_owned(),
        names => names
            .iter()
            .map(|name| if name.is_empty() { "none" } else { name })
            .collect::<Vec<_>>()
            .join(" or "),
    };
    writeln!(
        page,
        "<p class=\"auth\">Authentication: {}</p>",
        Escaped(&way)
    )
}

fn write_parameters(page: &mut String, openapi: &Value, shown: &Operation<'_>) -> fmt::Result {
    let parameters: Vec<&Value> = [&shown.item["parameters"], &shown.operation["parameters"]]
        .into_iter()
        .filter_map(Value::as_array)
        .flatten()
        .map(|parameter| resolve(openapi, parameter))
        .collect();
    if parameters.is_empty() {
        return Ok(());
    }
    page.push_str(
        "<table>\n<caption>Parameters</caption>\n<thead><tr><th scope=\"col\">Name</th>\
         <th scope=\"col\">In</th><th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n",
    );
    for parameter in parameters {
        let required = if parameter["required"] == true {
            ", required"
        } else {
            ""
        };
        write!(
            page,
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}{required}</td><td>",
            Escaped(text(&parameter["name"])),
            Escaped(text(&parameter["in"])),
        )?;
        write_schema(page, &parameter["schema"])?;
        writeln!(
            page,
            "</td><td>{}</td></tr>",
            Escaped(text(&parameter["description"]))
        )?;
    }
    page.push_str("</tbody>\n</table>\n");
    Ok(())
}

fn write_responses(page: &mut String, openapi: &Value, responses: &Value) -> fmt::Result {
    page.push_str(
        "<table>\n<caption>Responses</caption>\n<thead><tr><th scope=\"col\">Status</th>\
         <th scope=\"col\">Meaning</th><th scope=\"col\">Body</th></tr></thead>\n<tbody>\n",
    );
    for (status, response) in responses.as_object().into_iter().flatten() {
        let response = resolve(openapi, response);
        write!(
            page,
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>",
            Escaped(status),
            Escaped(text(&response["description"]))
        )?;
        for (media_type, content) in response["content"].as_object().into_iter().flatten() {
            write_schema(page, &content["schema"])?;
            write!(page, " <small>{}</small> ", Escaped(media_type))?;
        }
        page.push_str("</td></tr>\n");
    }
    page.push_str("</tbody>\n</table>\n");
    Ok(())
}

/// Shows the fields of a named schema in place, one level deep, and links to the rest.
fn write_contents(page: &mut String, openapi: &Value, contents: &Value) -> fmt::Result {
    for (media_type, content) in contents.as_object().into_iter().flatten() {
        page.push_str("<p>");
        write_schema(page, &content["schema"])?;
        writeln!(page, " <small>{}</small></p>", Escaped(media_type))?;
        write_table_of_properties(page, resolve(openapi, &content["schema"]))?;
    }
    Ok(())
}

fn write_schemas(page: &mut String, openapi: &Value) -> fmt::Result {
    page.push_str("<section aria-labelledby=\"schemas\">\n<h2 id=\"schemas\">Schemas</h2>\n");
    for (name, schema) in openapi["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let id = anchor("schema", name);
        write!(
            page,
            "<article aria-labelledby=\"{id}\">\n<h3 id=\"{id}\"><code>{}</code></h3>\n",
            Escaped(name)
        )?;
        write_paragraph(page, &schema["description"])?;
        if schema["properties"].is_object() {
            write_table_of_properties(page, schema)?;
        } else {
            page.push_str("<p>");
            write_schema(page, schema)?;
            page.push_str("</p>\n");
        }
        page.push_str("</article>\n");
    }
    page.push_str("</section>\n");
    Ok(())
}

fn write_paragraph(page: &mut String, value: &Value) -> fmt::Result {
    match text(value) {
        "" => Ok(()),
        text => writeln!(page, "<p>{}</p>", Escaped(text)),
    }
}

/// Follows a reference into the same document; a dangling one shows as nothing.
fn resolve<'a>(openapi: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"]
        .as_str()
        .and_then(|target| target.strip_prefix('#'))
    {
        Some(pointer) => openapi.pointer(pointer).unwrap_or(&Value::Null),
        None => value,
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
