//! JSON Schema in a few words.

use std::fmt::{self, Write};

use serde_json::Value;

/// Text that HTML shows as it is, in content and in attributes.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => formatter.write_str("&amp;"),
                '<' => formatter.write_str("&lt;"),
                '>' => formatter.write_str("&gt;"),
                '"' => formatter.write_str("&quot;"),
                '\'' => formatter.write_str("&#39;"),
                other => formatter.write_char(other),
            }?;
        }
        Ok(())
    }
}

/// An id for something of this name. Other characters become their code, so that two names never share an id.
pub(super) fn anchor(kind: &str, name: &str) -> String {
    let mut id = format!("{kind}-");
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || character == '_' {
            id.push(character);
        } else {
            let _ = write!(id, "-{:x}-", u32::from(character));
        }
    }
    id
}

/// The type in words, with links to named schemas.
pub(super) fn write_schema(page: &mut String, schema: &Value) -> fmt::Result {
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap_or(target);
        return write!(
            page,
            "<a href=\"#{}\"><code>{}</code></a>",
            anchor("schema", name),
            Escaped(name)
        );
    }
    for (keyword, separator) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if let Some(parts) = schema[keyword].as_array() {
            return write_joined(page, parts, separator);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return write_values(page, values);
    }
    if let Some(value) = schema.get("const") {
        return write_values(page, std::slice::from_ref(value));
    }
    write_type(page, schema)
}

/// The fields of an object, or nothing if the schema has none.
pub(super) fn write_table_of_properties(page: &mut String, schema: &Value) -> fmt::Result {
    let Some(properties) = schema["properties"].as_object() else {
        return Ok(());
    };
    page.push_str(
        "<table>\n<caption>Fields</caption>\n<thead><tr><th scope=\"col\">Name</th>\
         <th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n",
    );
    let required = schema["required"].as_array();
    for (name, property) in properties {
        write!(
            page,
            "<tr><th scope=\"row\"><code>{}</code></th><td>",
            Escaped(name)
        )?;
        write_schema(page, property)?;
        if required.is_some_and(|names| names.iter().any(|required| required == name)) {
            page.push_str(", required");
        }
        let meaning = property["description"].as_str().unwrap_or_default();
        writeln!(page, "</td><td>{}</td></tr>", Escaped(meaning))?;
    }
    page.push_str("</tbody>\n</table>\n");
    Ok(())
}

fn write_type(page: &mut String, schema: &Value) -> fmt::Result {
    let types: Vec<&str> = match &schema["type"] {
        Value::String(single) => vec![single],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => vec!["any"],
    };
    for (index, name) in types.into_iter().enumerate() {
        if index > 0 {
            page.push_str(" or ");
        }
        match name {
            "array" => {
                page.push_str("list of ");
                write_schema(page, &schema["items"])?;
            }
            "object" if schema["additionalProperties"].is_object() => {
                page.push_str("map of ");
                write_schema(page, &schema["additionalProperties"])?;
            }
            name => write!(page, "{}", Escaped(name))?,
        }
    }
    if let Some(format) = schema["format"].as_str() {
        write!(page, " ({})", Escaped(format))?;
    }
    Ok(())
}

fn write_joined(page: &mut String, parts: &[Value], separator: &str) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            page.push_str(separator);
        }
        write_schema(page, part)?;
    }
    Ok(())
}

fn write_values(page: &mut String, values: &[Value]) -> fmt::Result {
    for (index, value) in values.iter().enumerate() {
        let separator = if index > 0 { " or " } else { "" };
        let value = value.to_string();
        write!(page, "{separator}<code>{}</code>", Escaped(&value))?;
    }
    Ok(())
}
