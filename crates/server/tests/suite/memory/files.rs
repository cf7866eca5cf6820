//! Files as people upload them, and as those make them who mean harm.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub(super) const PDF: &str = "application/pdf";
pub(super) const DOCX: &str =
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const BOUNDARY: &str = "a-line-that-no-file-has";

/// A form with these fields and a file: its content type and its body.
pub(super) fn form(
    fields: &[(&str, &str)],
    file: Option<(&str, &str, &[u8])>,
) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), value.as_bytes(), b"\r\n"].concat());
    }
    if let Some((name, kind, bytes)) = file {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: {kind}\r\n\r\n"
        );
        body.extend([head.as_bytes(), bytes, b"\r\n"].concat());
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

/// One page with one line.
pub(super) fn pdf(line: &str) -> Vec<u8> {
    let content = format!("BT /F1 12 Tf 72 720 Td ({line}) Tj ET");
    whole_pdf("", content.as_bytes())
}

/// A page whose few bytes become more than a gigabyte.
pub(super) fn flate_bomb() -> Vec<u8> {
    whole_pdf("/Filter /FlateDecode ", &zeros(5_000_000))
}

fn whole_pdf(filter: &str, content: &[u8]) -> Vec<u8> {
    let stream = format!("<< {filter}/Length {} >>\nstream\n", content.len());
    let stream = [stream.as_bytes(), content, b"\nendstream"].concat();
    let objects: [&[u8]; 5] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
          /Resources << /Font << /F1 5 0 R >> >> >>",
        &stream,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ];
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        let head = format!("{} 0 obj\n", number + 1);
        file.extend([head.as_bytes(), object, b"\nendobj\n"].concat());
    }
    let table = file.len();
    file.extend(b"xref\n0 6\n0000000000 65535 f \n");
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").into_bytes());
    }
    let end = format!("trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
    file.extend(end.into_bytes());
    file
}

/// A zlib stream of 258 zeros, so many times: 13 bits for each.
fn zeros(times: usize) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x9c];
    let (mut bits, mut count) = (0_u32, 0);
    let mut put = |value: u32, length: u32| {
        bits |= value << count;
        count += length;
        while count >= 8 {
            bytes.push(bits as u8);
            bits >>= 8;
            count -= 8;
        }
    };
    // The last block, with the fixed codes; then one zero to copy from.
    put(0b011, 3);
    put(0b0000_1100, 8);
    for _ in 0..times {
        // 258 bytes (code 285), from one byte before.
        put(0b1010_0011, 8);
        put(0, 5);
    }
    put(0, 7);
    put(0, 7);
    bytes
}

/// A document of a word processor with one line.
pub(super) fn docx(line: &str) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let body = format!(
        "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>{line}</w:t></w:r></w:p></w:body></w:document>"
    );
    archive
        .start_file("word/document.xml", SimpleFileOptions::default())
        .unwrap();
    archive.write_all(body.as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}
