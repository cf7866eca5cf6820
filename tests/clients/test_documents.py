"""Documents as third-party programs write them, and as those write them who mean harm."""

from __future__ import annotations

import io
import zipfile
import zlib

import pytest
from docx import Document
from harness import Api
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def pdf(*pages: str, password: str | None = None) -> bytes:
    file = io.BytesIO()
    sheet = canvas.Canvas(file, pagesize=A4, encrypt=password)
    for page in pages:
        for number, line in enumerate(page.splitlines()):
            sheet.drawString(72, 770 - 16 * number, line)
        sheet.showPage()
    sheet.save()
    return file.getvalue()


def docx(heading: str, *paragraphs: str) -> bytes:
    file, document = io.BytesIO(), Document()
    document.add_heading(heading)
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Deposit", "CHF 2,400"
    document.save(file)
    return file.getvalue()


def bomb() -> bytes:
    """A document of a few kilobytes that unpacks to a gigabyte."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("word/document.xml", "w", force_zip64=True) as part:
            part.write(b'<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>')
            for _ in range(1024):
                part.write(b"a" * 1_000_000)
            part.write(b"</w:t></w:r></w:p></w:body></w:document>")
    return file.getvalue()


def upload(owner: Api, name: str, file: bytes, kind: str):
    return owner.post("/v1/rag/documents", files={"file": (name, file, kind)})


def found(owner: Api, query: str) -> list[dict]:
    answer = owner.post("/v1/rag/search", json={"query": query})
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


def test_a_pdf_of_reportlab_is_found_page_by_page(owner: Api) -> None:
    pages = [f"Page {number} is about the marmot called Mortimer{number}." for number in range(40)]
    made = upload(owner, "marmots.pdf", pdf(*pages), "application/pdf")
    assert made.status_code == 201, made.text
    [hit, *_] = found(owner, "Mortimer37")
    assert "Mortimer37" in hit["passage"]["text"]
    [[start, end], *_] = hit["highlights"]
    assert hit["passage"]["text"].encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == "Mortimer37"
    assert hit["source"] == {"kind": "document", "label": "marmots"}
    assert owner.delete(f"/v1/rag/documents/{made.json()['id']}").status_code == 204
    assert not any("Mortimer37" in hit["passage"]["text"] for hit in found(owner, "Mortimer37"))


def test_a_document_of_python_docx_is_found_with_its_table(owner: Api) -> None:
    made = upload(owner, "Mietvertrag.docx", docx("Mietvertrag", "Grüße aus Zürich – 👍", "שלום"), DOCX)
    assert made.status_code == 201, made.text
    parts = owner.get(f"/v1/rag/documents/{made.json()['id']}/passages").json()["items"]
    text = "\n".join(part["text"] for part in parts)
    for words in ["Mietvertrag", "Grüße aus Zürich – 👍", "שלום", "Deposit\tCHF 2,400"]:
        assert words in text


@pytest.mark.parametrize(
    ("name", "file", "kind"),
    [
        ("bomb.docx", bomb, DOCX),
        ("locked.pdf", lambda: pdf("Nobody reads this.", password="secret"), "application/pdf"),
        ("cut.pdf", lambda: pdf("x" * 60)[:300], "application/pdf"),
        ("cut.docx", lambda: docx("x")[:-200], DOCX),
        ("other.docx", lambda: pdf("x"), DOCX),
        ("zlib.pdf", lambda: zlib.compress(bytes(1 << 20)), "application/pdf"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_and_the_server_goes_on(owner: Api, name, file, kind) -> None:
    refused = upload(owner, name, file(), kind)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unreadable_document"), refused.text
    assert owner.get("/v1/me").status_code == 200
