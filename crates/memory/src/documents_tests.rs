use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;

#[test]
fn a_kind_is_known_by_its_name_or_else_by_its_type() {
    for (name, media_type, kind) in [
        (Some("Report.PDF"), None, Some(DocumentKind::Pdf)),
        (
            Some("notes.md"),
            Some("application/pdf"),
            Some(DocumentKind::Markdown),
        ),
        (Some("a.b.docx"), None, Some(DocumentKind::Docx)),
        (
            Some("readme"),
            Some("text/plain; charset=utf-8"),
            Some(DocumentKind::Text),
        ),
        (None, Some("application/pdf"), Some(DocumentKind::Pdf)),
        (Some("run.exe"), Some("text/plain"), None),
        (Some("picture.png"), None, None),
        (None, Some("image/png"), None),
        (None, None, None),
    ] {
        assert_eq!(
            DocumentKind::of(name, media_type),
            kind,
            "{name:?} {media_type:?}"
        );
    }
    for kind in DocumentKind::ALL {
        assert_eq!(kind.as_str().parse(), Ok(kind));
    }
}

#[test]
fn text_is_read_in_the_encodings_that_say_what_they_are() {
    let utf16 = |from: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        let units = "Grüße 👍".encode_utf16().flat_map(from);
        mark.into_iter().chain(units).collect::<Vec<u8>>()
    };
    for bytes in [
        "Grüße 👍".as_bytes().to_vec(),
        "\u{feff}Grüße 👍".as_bytes().to_vec(),
        utf16(u16::to_le_bytes, [0xff, 0xfe]),
        utf16(u16::to_be_bytes, [0xfe, 0xff]),
    ] {
        assert_eq!(DocumentKind::Text.text_of(&bytes).unwrap(), "Grüße 👍");
    }
    for bytes in [
        &b"\x80\x81"[..],
        b"MZ\0\0",
        b"\xff\xfea",
        b"\xff\xfe\x00\xd8",
    ] {
        assert_eq!(DocumentKind::Text.text_of(bytes), Err(Unreadable::NotText));
    }
    for bytes in [&b""[..], b" \r\n\t\x07", b"\xef\xbb\xbf"] {
        assert_eq!(
            DocumentKind::Markdown.text_of(bytes),
            Err(Unreadable::Empty)
        );
    }
}

#[test]
fn lines_are_kept_and_what_nobody_reads_is_not() {
    let text = "# Title  \r\n\r\n\r\n\r\nOne\u{7}two\tthree\r\n";
    let read = DocumentKind::Markdown.text_of(text.as_bytes()).unwrap();
    assert_eq!(read, "# Title\n\nOne two\tthree");
}

/// Not compressed, since that would take longer than everything else here.
fn docx(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, body) in parts {
        archive.start_file(*name, stored).unwrap();
        archive.write_all(body.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn body(inner: &str) -> String {
    format!(r#"<?xml version="1.0"?><w:document xmlns:w="w"><w:body>{inner}</w:body></w:document>"#)
}

#[test]
fn a_document_of_a_word_processor_is_read_as_people_read_it() {
    let inner = "<w:p><w:r><w:t>Lease &amp; rules &#8211; 2026</w:t></w:r></w:p>\
        <w:p><w:r><w:t>No </w:t></w:r><w:r><w:t xml:space=\"preserve\">pets</w:t><w:tab/><w:t>x</w:t><w:br/></w:r>\
        <w:del><w:r><w:delText>struck out</w:delText></w:r></w:del></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Rent</w:t></w:r></w:p></w:tc>\
        <w:tc><w:p><w:r><w:t>1,250</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    let notes = "<w:footnotes><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnotes>";
    let file = docx(&[
        ("word/document.xml", &body(inner)),
        ("word/footnotes.xml", notes),
    ]);
    let text = DocumentKind::Docx.text_of(&file).unwrap();
    assert_eq!(
        text,
        "Lease & rules – 2026\nNo pets\tx\n\nRent\t1,250\n\nA note."
    );
}

#[test]
fn what_stands_beside_the_body_of_a_document_is_read_once() {
    let line = |text: &str| format!("<w:x><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:x>");
    let file = docx(&[
        ("word/footer1.xml", &line("Page of the lease.")),
        ("word/header2.xml", &line("Confidential.")),
        ("word/header1.xml", &line("Confidential.")),
        ("word/headers/other.xml", &line("Not a header.")),
        (
            "word/document.xml",
            &body("<w:p><w:r><w:t>Rent.</w:t></w:r></w:p>"),
        ),
        ("word/endnotes.xml", &line("An end.")),
        ("word/styles.xml", &line("Not a text.")),
    ]);
    let text = DocumentKind::Docx.text_of(&file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines,
        ["Rent.", "Confidential.", "Page of the lease.", "An end."]
    );
}

#[test]
fn what_stands_in_a_box_is_read_once() {
    let line = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let boxed = format!(
        "<mc:AlternateContent xmlns:mc=\"mc\"><mc:Choice>{0}</mc:Choice><mc:Fallback>{0}</mc:Fallback></mc:AlternateContent>",
        line("In a box.")
    );
    let inner = format!("{}{boxed}{}", line("Before."), line("After."));
    let text = DocumentKind::Docx.text_of(&docx(&[("word/document.xml", &body(&inner))]));
    let text = text.unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, ["Before.", "In a box.", "After."]);
}

#[test]
fn a_document_that_is_nested_too_deep_is_told_so() {
    let nested = |depth: usize| {
        let (open, close) = ("<w:sdt>".repeat(depth), "</w:sdt>".repeat(depth));
        body(&format!(
            "{open}<w:p><w:r><w:t>Deep.</w:t></w:r></w:p>{close}"
        ))
    };
    let read = |depth| DocumentKind::Docx.text_of(&docx(&[("word/document.xml", &nested(depth))]));
    assert_eq!(read(500).as_deref(), Ok("Deep."));
    assert_eq!(read(1_000), Err(Unreadable::TooDeep));
    // As deep as fits: it is not read to its end.
    assert_eq!(read(4 << 20), Err(Unreadable::TooDeep));
}

#[test]
fn an_archive_that_is_no_document_or_too_much_of_one_is_refused() {
    let bomb = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(70 << 20));
    let entity = r#"<!DOCTYPE w [<!ENTITY a "aaaa">]><w:document><w:t>&a;</w:t></w:document>"#;
    let unknown = body("<w:p><w:t>&unknown;</w:t></w:p>");
    for (what, file) in [
        ("nothing", Vec::new()),
        (
            "half an archive",
            docx(&[("word/document.xml", &body("x"))])[..40].to_vec(),
        ),
        (
            "another archive",
            docx(&[("mimetype", "application/epub+zip")]),
        ),
        ("a bomb", docx(&[("word/document.xml", &body(&bomb))])),
        ("entities", docx(&[("word/document.xml", entity)])),
        (
            "an unknown entity",
            docx(&[("word/document.xml", &unknown)]),
        ),
        (
            "what is not XML",
            docx(&[("word/document.xml", "<w:p><w:t>x</w:p>")]),
        ),
    ] {
        let read = DocumentKind::Docx.text_of(&file);
        assert_eq!(read, Err(Unreadable::Damaged), "{what}");
    }
    let empty = docx(&[("word/document.xml", &body("<w:p/>"))]);
    assert_eq!(DocumentKind::Docx.text_of(&empty), Err(Unreadable::Empty));
}

#[test]
fn the_text_of_a_page_description_is_found() {
    let file = include_bytes!("../tests/data/lease.pdf");
    let text = DocumentKind::Pdf.text_of(file).unwrap();
    assert!(
        text.contains("The lease of unit 4 ends on 31 March 2027."),
        "{text}"
    );
    assert!(text.contains("Zürich"), "{text}");
    let cut = DocumentKind::Pdf.text_of(&file[..200]);
    assert_eq!(cut, Err(Unreadable::Damaged));
}

#[test]
fn a_page_does_not_run_into_the_next() {
    let file = include_bytes!("../tests/data/pages.pdf");
    let text = DocumentKind::Pdf.text_of(file).unwrap();
    assert_eq!(text, "The first page ends here.\n\nThe second one begins.");
}
