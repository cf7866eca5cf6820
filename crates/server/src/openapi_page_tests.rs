use proptest::prelude::*;
use serde_json::json;

use super::*;

fn document() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Steward", "version": "1.2.3", "description": "An agent for a team."},
        "security": [{"api_key": []}, {"session": []}],
        "paths": {
            "/health": {"get": {"security": [], "responses": {"200": {"description": "Alive."}}}},
            "/v1/notes/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "format": "uuid"}}],
                "put": {
                    "tags": ["Notes"],
                    "summary": "Change a note",
                    "parameters": [{"$ref": "#/components/parameters/dry_run"}],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                    "responses": {
                        "200": {"description": "Changed.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                        "404": {"$ref": "#/components/responses/not_found"}
                    }
                }
            }
        },
        "components": {
            "parameters": {"dry_run": {"name": "dry_run", "in": "query", "schema": {"type": "boolean"}, "description": "Change nothing."}},
            "responses": {"not_found": {"description": "There is no such note."}},
            "schemas": {
                "Note": {
                    "type": "object",
                    "required": ["text"],
                    "properties": {
                        "text": {"type": "string", "description": "What it says."},
                        "due": {"type": ["string", "null"], "format": "date"},
                        "colour": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Colour"}]},
                        "labels": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}}
                    }
                },
                "Colour": {"type": "string", "enum": ["red", "blue"]}
            }
        }
    })
}

#[test]
fn an_operation_shows_what_a_caller_needs() {
    let page = render(&document());
    for part in [
        "<title>Steward API</title>",
        "<h2 id=\"tag-Notes\">Notes</h2>",
        "<h2 id=\"tag-Other\">Other</h2>",
        "<span class=\"method put\">PUT</span> <code>/v1/notes/{id}</code>",
        "<p>Change a note</p>",
        "Authentication: api_key or session",
        "Authentication: none",
        "<code>id</code></th><td>path, required</td><td>string (uuid)</td>",
        "<code>dry_run</code></th><td>query</td><td>boolean</td><td>Change nothing.</td>",
        "<code>text</code></th><td>string, required</td><td>What it says.</td>",
        "<td>string or null (date)</td>",
        "<td>null or <a href=\"#schema-Colour\"><code>Colour</code></a></td>",
        "<td>map of list of integer</td>",
        "<code>&quot;red&quot;</code> or <code>&quot;blue&quot;</code>",
        "<code>404</code></th><td>There is no such note.</td>",
    ] {
        assert!(page.contains(part), "missing {part} in {page}");
    }
}

#[test]
fn every_link_within_the_page_has_its_target() {
    let page = render(&document());
    let targets: Vec<&str> = page
        .split("href=\"#")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(targets.len() > 5);
    for target in targets {
        assert_eq!(
            page.matches(&format!("id=\"{target}\"")).count(),
            1,
            "{target}"
        );
    }
}

#[test]
fn the_page_needs_no_script_and_no_inline_style() {
    let page = render(&document());
    for forbidden in ["<script", "<style", " style=", "javascript:"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert!(page.contains(STYLE_PATH));
    assert!(!STYLE.contains("url("));
}

#[test]
fn a_document_of_the_wrong_shape_is_still_a_page() {
    for document in [
        json!(null),
        json!([]),
        json!({"paths": {"/": {"get": 1}}}),
        json!({"paths": 7}),
    ] {
        assert!(render(&document).ends_with("</html>\n"));
    }
}

proptest! {
    #[test]
    fn nothing_in_the_document_becomes_markup(text in "[<>\"'&a-z]{1,12}") {
        let mark = format!("<x>{text}</x>");
        let page = render(&json!({
            "info": {"title": mark, "version": mark, "description": mark},
            "paths": {(mark.clone()): {"get": {
                "tags": [mark], "summary": mark, "security": [{(mark.clone()): []}],
                "parameters": [{"name": mark, "in": mark, "schema": {"type": mark, "format": mark}, "description": mark}],
                "requestBody": {"description": mark, "content": {(mark.clone()): {"schema": {"enum": [mark]}}}},
                "responses": {(mark.clone()): {"description": mark, "content": {(mark.clone()): {"schema": {"$ref": mark}}}}},
            }}},
            "components": {"schemas": {(mark.clone()): {"properties": {(mark.clone()): {"const": mark, "description": mark}}}}},
        }));
        prop_assert!(!page.contains("<x>") && !page.contains("</x>"));
        prop_assert_eq!(page.matches('"').count() % 2, 0);
    }
}
