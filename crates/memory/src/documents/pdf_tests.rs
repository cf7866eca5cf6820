use crate::DocumentKind;

const FONT: &str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const FIRST_OWN: usize = 6;

/// One page with this content, and further objects from number 6 on. The page has `/F1`, that object as `/F2`, and what else is
/// named.
fn pdf(page: &str, resources: &str, content: &str, objects: &[String]) -> Vec<u8> {
    let mut all = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R {page} \
             /Resources << /Font << /F1 5 0 R /F2 {FIRST_OWN} 0 R >> {resources} >> >>"
        ),
        stream("", content),
        FONT.to_owned(),
    ];
    all.extend_from_slice(objects);
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", all.len() + 1);
    for (number, object) in all.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let start = file.len();
    let size = all.len() + 1;
    file += &format!("{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    file.into_bytes()
}

fn stream(entries: &str, content: &str) -> String {
    let length = content.len();
    format!("<< {entries} /Length {length} >>\nstream\n{content}\nendstream")
}

fn text_of(file: &[u8]) -> String {
    DocumentKind::Pdf.text_of(file).unwrap()
}

#[test]
fn every_way_of_showing_a_line_is_read() {
    let content = "BT /F1 12 Tf 14 TL 72 720 Td (The first.) Tj (The second.) ' 1 0 (The third.) \" \
                   0 -14 Td [(The) -300 (fourth.)] TJ ET";
    let text = text_of(&pdf("", "", content, &[]));
    assert_eq!(text, "The first.\nThe second.\nThe third.\nThe fourth.");
}

#[test]
fn what_else_is_drawn_hides_no_text() {
    let picture = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";
    let resources =
        format!("/XObject << /P {FIRST_OWN} 0 R >> /ExtGState << /G << /Type /Odd >> >>");
    let content = "q /P Do Q /NoSuchColour cs 0.5 scn /G gs 1 w (odd) w v \
                   BT /F1 12 Tf 72 720 Td (In a rare colour.) Tj ET";
    let looks_like_text = "BT /F1 12 Tf (No text.) Tj ET";
    let file = pdf("", &resources, content, &[stream(picture, looks_like_text)]);
    assert_eq!(text_of(&file), "In a rare colour.");
}

#[test]
fn a_drawing_has_fonts_of_its_own() {
    let own_font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica \
                    /Encoding << /Type /Encoding /Differences [65 /h /e /l /o] >> >>";
    let drawing = |font: usize, height: usize, line: &str| {
        let entries = format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 {font} 0 R >> >>"
        );
        let content = format!("BT /F1 12 Tf 72 {height} Td ({line}) Tj ET");
        stream(&entries, &content)
    };
    let objects = [
        drawing(FIRST_OWN + 2, 600, "ABCCD"),
        drawing(FIRST_OWN + 2, 580, "BCD"),
        own_font.to_owned(),
    ];
    let resources = format!("/XObject << /X {FIRST_OWN} 0 R /Y {} 0 R >>", FIRST_OWN + 1);
    let content = "BT /F1 12 Tf 72 720 Td (Above.) Tj ET q /X Do Q q /Y Do Q \
                   BT /F1 12 Tf 72 500 Td (Below.) Tj ET";
    let text = text_of(&pdf("", &resources, content, &objects));
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words, ["Above.", "hello", "elo", "Below."]);
}

#[test]
fn a_page_on_its_side_has_lines_and_words() {
    let content = "BT /F1 12 Tf 0 1 -1 0 100 72 Tm (The) Tj 0 1 -1 0 100 100 Tm (boiler) Tj \
                   0 1 -1 0 116 72 Tm (is new.) Tj ET";
    assert_eq!(text_of(&pdf("", "", content, &[])), "The boiler\nis new.");
}

#[test]
fn what_was_filled_into_a_form_is_read_with_its_page() {
    let field = |entries: &str| format!("<< /Type /Annot /Subtype /Widget {entries} >>");
    let objects = [
        field("/FT /Tx /T (tenant) /TU (Tenant name) /V (Marguerite Oyelaran)"),
        field("/FT /Tx /T (rent) /V ()"),
        field(&format!("/Parent {} 0 R", FIRST_OWN + 4)),
        "<< /Type /Annot /Subtype /Text /V (No field.) >>".to_owned(),
        "<< /FT /Tx /T (flat) /V (9B) >>".to_owned(),
    ];
    let marks: String = (FIRST_OWN..FIRST_OWN + 4)
        .map(|number| format!("{number} 0 R "))
        .collect();
    let page = format!("/Annots [{marks}]");
    let content = "BT /F1 12 Tf 72 720 Td (Who moves in:) Tj ET";
    let text = text_of(&pdf(&page, "", content, &objects));
    assert_eq!(
        text,
        "Who moves in:\nTenant name: Marguerite Oyelaran\nflat: 9B"
    );
}

#[test]
fn one_width_for_several_characters_keeps_words_together() {
    let to_unicode = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap \
                      1 begincodespacerange <0000> <ffff> endcodespacerange \
                      1 beginbfrange <0041> <005a> <0061> endbfrange \
                      1 beginbfchar <0001> <fb01> endbfchar endcmap end end";
    let objects = [
        format!(
            "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H \
             /DescendantFonts [{} 0 R] /ToUnicode {} 0 R >>",
            FIRST_OWN + 1,
            FIRST_OWN + 2
        ),
        format!(
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /DW 0 /W [1 [500] 65 90 500] \
             /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> \
             /FontDescriptor {} 0 R >>",
            FIRST_OWN + 3
        ),
        stream("", to_unicode),
        "<< /Type /FontDescriptor /FontName /A /Flags 4 >>".to_owned(),
    ];
    // Every character is placed by itself, as some programs do it.
    let content = format!(
        "BT /F2 10 Tf 72 720 Td {} 9 0 Td {} ET",
        ["<0001>", "<0053>", "<0048>"].join(" Tj 5 0 Td ") + " Tj",
        ["<0041>", "<0054>"].join(" Tj 5 0 Td ") + " Tj",
    );
    assert_eq!(text_of(&pdf("", "", &content, &objects)), "fish at");
}

/// The file with something else in the place of what stands there last.
fn with(file: &[u8], old: &str, new: &str) -> Vec<u8> {
    let text = std::str::from_utf8(file).unwrap();
    let (before, after) = text.rsplit_once(old).unwrap();
    [before, new, after].concat().into_bytes()
}

#[test]
fn a_file_that_does_not_know_where_its_table_is_is_read() {
    let content = "BT /F1 12 Tf 72 720 Td (The boiler is new.) Tj ET";
    let file = pdf("", "", content, &[]);
    let said = std::str::from_utf8(&file).unwrap();
    let said = said.rsplit_once("startxref\n").unwrap().1;
    let start = said.lines().next().unwrap();
    for wrong in ["0", "7", "99999999999", "-1", "nowhere"] {
        let wrong = with(&file, start, wrong);
        assert_eq!(text_of(&wrong), "The boiler is new.");
    }
    // Neither are the objects where the table says: somebody wrote something in front of them.
    let moved = with(&file, "%PDF-1.4\n", "%PDF-1.4\n% and a comment\n");
    assert_eq!(text_of(&moved), "The boiler is new.");
    let in_front = [b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), moved].concat();
    assert_eq!(text_of(&in_front), "The boiler is new.");
}

#[test]
fn of_an_object_that_was_replaced_the_newer_is_read() {
    let content = |line: &str| format!("BT /F1 12 Tf 72 720 Td ({line}) Tj ET");
    let file = pdf("", "", &content("It leaks."), &[]);
    let changed = stream("", &content("It is repaired."));
    let changed = format!(
        "4 0 obj\n{changed}\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R /Prev 9 >>\nstartxref\n1\n%%EOF\n"
    );
    let file = [file, changed.into_bytes()].concat();
    assert_eq!(text_of(&file), "It is repaired.");
}

#[test]
fn what_only_looks_like_an_object_is_none() {
    let looks_like_one = "4 0 obj (Not this.) endobj /Root 9 0 R";
    let content = "BT /F1 12 Tf 72 720 Td (This.) Tj ET";
    let file = pdf("", "", content, &[stream("", looks_like_one)]);
    assert_eq!(
        text_of(&with(&file, "startxref\n", "startxref\n7")),
        "This."
    );
}

#[test]
fn a_file_that_was_cut_off_or_cannot_be_put_together_is_refused() {
    let content = "BT /F1 12 Tf 72 720 Td (The boiler is new.) Tj ET";
    let file = pdf("", "", content, &[]);
    let wrong = with(&file, "startxref\n", "startxref\n7");
    let cut = wrong.len() - "startxref\n7999\n%%EOF\n".len();
    for refused in [
        wrong[..cut].to_vec(),
        with(&wrong, "/Root", "/Encrypt 9 0 R /Root"),
        with(&wrong, "/Root", "/Rood"),
        b"%PDF-1.4\nstartxref\n7\n%%EOF\n".to_vec(),
        "stream\n".repeat(100_000).into_bytes(),
    ] {
        let read = DocumentKind::Pdf.text_of(&refused);
        assert_eq!(read, Err(crate::documents::Unreadable::Damaged));
    }
    // Saved twice, with objects that are packed: which of them count, nobody knows.
    let twice = [
        &wrong[..],
        b"9 0 obj << /Type /ObjStm >> endobj\nstartxref\n7\n%%EOF\n",
    ]
    .concat();
    assert!(DocumentKind::Pdf.text_of(&twice).is_err());
}
