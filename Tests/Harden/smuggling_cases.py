"""Requests whose end two parsers may see in different places, and what may be made of them.

The marker that follows each is `GET /smuggled`. Of a case may become:

- REFUSED: one answer with an error, then the end of the connection; the marker is never answered;
- BODY: the marker is part of the body, which the answer echoes;
- NEXT: the request has ended before the marker, which is the next request.
"""

REFUSED, BODY, NEXT = "refused", "body", "next"

MARKER = b"GET /smuggled HTTP/1.1\r\nHost: marker\r\n\r\n"
LENGTH = str(len(MARKER))
CHUNK = b"%x\r\n%b\r\n0\r\n\r\n" % (len(MARKER), MARKER)
#: Chunks that end at once: the marker follows them.
LAST = b"0\r\n\r\n"


def head(*fields, line="POST /echo HTTP/1.1"):
    return "\r\n".join([line, "Host: a.example", *fields, "", ""]).encode("latin-1")


def length_fields(value):
    return head(f"Content-Length: {value}") + MARKER


def coding_fields(*fields):
    return head(*fields) + LAST + MARKER


def chunk(line, rest=MARKER + b"\r\n" + LAST):
    return head("Transfer-Encoding: chunked") + line + rest


#: Values of one Content-Length.
LENGTHS = [
    (f"a length {name}", length_fields(value), allowed) for name, value, allowed in [
        ("that is right", LENGTH, {BODY}), ("of 0", "0", {NEXT}), ("of 000", "000", {NEXT}),
        ("with zeros in front", "00" + LENGTH, {BODY}), ("with a plus", "+" + LENGTH, {REFUSED}),
        ("with a minus", "-1", {REFUSED}), ("of -0", "-0", {REFUSED}), ("that is empty", "", {REFUSED}),
        ("in hexadecimal digits", f"{len(MARKER):#x}", {REFUSED}), ("with a letter", LENGTH + "a", {REFUSED}),
        ("with a fraction", LENGTH + ".0", {REFUSED}), ("with an exponent", "4e1", {REFUSED}),
        ("with an underscore", "4_2", {REFUSED}), ("with a space within", "4 2", {REFUSED}),
        ("with a tab within", "4\t2", {REFUSED}), ("with a space behind", LENGTH + " ", {BODY}),
        ("with a tab before", "\t" + LENGTH, {BODY}), ("with a comma behind", LENGTH + ",", {REFUSED}),
        ("twice in a list", f"{LENGTH}, {LENGTH}", {REFUSED, BODY}),
        ("of two numbers in a list", f"0, {LENGTH}", {REFUSED}),
        ("with a semicolon", LENGTH + ";q=1", {REFUSED}), ("in quotes", f'"{LENGTH}"', {REFUSED}),
        ("of 2^64 and its own", str((1 << 64) + len(MARKER)), {REFUSED}),
        ("of 2^63", str(1 << 63), {REFUSED}), ("of 2^32 and its own", str((1 << 32) + len(MARKER)), {REFUSED}),
        ("with a NUL", LENGTH + "\0", {REFUSED}), ("with a vertical tab", "\x0b" + LENGTH, {REFUSED}),
        ("with a form feed", "\x0c" + LENGTH, {REFUSED}), ("with a no-break space", "\xa0" + LENGTH, {REFUSED}),
        ("with a bare CR", LENGTH + "\r", {REFUSED}), ("with a bare LF", LENGTH + "\n", {REFUSED}),
        ("with superscript digits", "4\xb2", {REFUSED}),
    ]]

#: Several fields, and names that are nearly right.
NAMES = [
    ("two lengths that differ", head(f"Content-Length: {LENGTH}", "Content-Length: 0") + MARKER, {REFUSED}),
    ("two lengths that differ, the other way", head("Content-Length: 0", f"Content-Length: {LENGTH}") + MARKER,
     {REFUSED}),
    ("two equal lengths", head(*[f"Content-Length: {LENGTH}"] * 2) + MARKER, {REFUSED, BODY}),
    ("two lengths of 0", head(*["Content-Length: 0"] * 2) + MARKER, {REFUSED, NEXT}),
    ("two lengths, one name in upper case", head("CONTENT-LENGTH: 0", f"content-length: {LENGTH}") + MARKER,
     {REFUSED}),
    ("a length in upper case", head(f"CONTENT-LENGTH: {LENGTH}") + MARKER, {BODY}),
    *[(f"a length, {name}", head(field.replace("N", LENGTH, 1)) + MARKER, allowed)
      for name, field, allowed in [
          ("its name with an underscore", "Content_Length: N", {NEXT}),
          ("a space before the colon", "Content-Length : N", {REFUSED}),
          ("a tab before the colon", "Content-Length\t: N", {REFUSED}),
          ("a space before the name", " Content-Length: N", {REFUSED}),
          ("a NUL before the colon", "Content-Length\0: N", {REFUSED}),
          ("a CR before the colon", "Content-Length\r: N", {REFUSED}),
          ("no colon", "Content-Length N", {REFUSED}),
          ("folded", "Content-Length:\r\n N", {REFUSED}),
          ("behind a bare LF", "X: 1\nContent-Length: N", {REFUSED}),
          ("behind a bare CR", "X: 1\rContent-Length: N", {REFUSED}),
          ("behind LF CR", "X: 1\n\rContent-Length: N", {REFUSED}),
          ("in another field's value", "X: Content-Length: N", {NEXT}),
          ("with the long s in its name", "Content-Length\xc5\xbf: N", {REFUSED}),
      ]],
    ("a length named as an option of the connection",
     head(f"Content-Length: {LENGTH}", "Connection: close, Content-Length") + MARKER, {BODY, REFUSED}),
]

#: Values of Transfer-Encoding, before chunks that end at once.
CODINGS = [
    (f"a coding {name}", coding_fields(*fields), allowed) for name, fields, allowed in [
        ("that is right", ["Transfer-Encoding: chunked"], {NEXT}),
        ("in another case", ["tRANSFER-eNCODING: cHUNKED"], {NEXT}),
        ("with a tab before", ["Transfer-Encoding:\tchunked"], {NEXT}),
        ("without a space", ["Transfer-Encoding:chunked"], {NEXT}),
        ("with blanks behind", ["Transfer-Encoding: chunked \t"], {NEXT}),
        ("with a comma before", ["Transfer-Encoding: , chunked"], {NEXT, REFUSED}),
        ("with a comma behind", ["Transfer-Encoding: chunked,"], {NEXT, REFUSED}),
        *[(f"of {name}", [f"Transfer-Encoding: {value}"], {REFUSED}) for name, value in [
            ("xchunked", "xchunked"), ("chunkedx", "chunkedx"), ("chunk", "chunk"), ("nothing", ""),
            ("identity", "identity"), ("identity and chunked", "identity, chunked"),
            ("chunked and identity", "chunked, identity"), ("chunked twice", "chunked, chunked"),
            ("gzip", "gzip"), ("gzip and chunked", "gzip, chunked"), ("chunked in quotes", '"chunked"'),
            ("chunked in quotes '", "'chunked'"), ("chunked with a parameter", "chunked;a=b"),
            ("chunked with a NUL", "chunked\0"), ("chunked behind a vertical tab", "\x0bchunked"),
            ("chunked before a form feed", "chunked\x0c"), ("chunked behind a no-break space", "\xa0chunked"),
            ("chunked with a bare CR", "chunked\r"), ("chunked with a bare LF", "chunked\n"),
            ("chunked behind a CR", "\rchunked"), ("two words", "x chunked"),
            ("chunked with bytes beyond ASCII", "chun\xe2\x84\xaaed"),
        ]],
        ("in two fields, identity first",
         ["Transfer-Encoding: identity", "Transfer-Encoding: chunked"], {REFUSED}),
        ("in two fields, identity last",
         ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], {REFUSED}),
        ("in two equal fields", ["Transfer-Encoding: chunked"] * 2, {REFUSED}),
        ("folded", ["Transfer-Encoding:", " chunked"], {REFUSED}),
        ("with a space before its colon", ["Transfer-Encoding : chunked"], {REFUSED}),
        ("with a space before its name", [" Transfer-Encoding: chunked"], {REFUSED}),
        ("behind a bare LF", ["X: 1\nTransfer-Encoding: chunked"], {REFUSED}),
        ("behind a bare CR", ["X: 1\rTransfer-Encoding: chunked"], {REFUSED}),
        ("with a length", ["Transfer-Encoding: chunked", f"Content-Length: {LENGTH}"], {REFUSED}),
        ("behind a length", [f"Content-Length: {LENGTH}", "Transfer-Encoding: chunked"], {REFUSED}),
        ("with a length of 0", ["Content-Length: 0", "Transfer-Encoding: chunked"], {REFUSED}),
        ("that is wrong, with a length", ["Content-Length: 5", "Transfer-Encoding: xchunked"], {REFUSED}),
        ("that is empty, with a length", ["Content-Length: 5", "Transfer-Encoding:"], {REFUSED}),
        ("of identity, with a length", ["Content-Length: 5", "Transfer-Encoding: identity"], {REFUSED}),
        ("whose name has an underscore, with a length",
         ["Content-Length: 5", "Transfer_Encoding: chunked"], {NEXT}),
    ]] + [
    ("a coding in HTTP/1.0",
     head("Connection: keep-alive", "Transfer-Encoding: chunked", line="POST /echo HTTP/1.0") + LAST + MARKER,
     {REFUSED}),
    ("a coding of GET", head("Transfer-Encoding: chunked", line="GET /echo HTTP/1.1") + LAST + MARKER, {NEXT}),
    ("a body of GET", head(f"Content-Length: {LENGTH}", line="GET /echo HTTP/1.1") + MARKER, {BODY}),
]

SIZE = b"%x" % len(MARKER)

#: The lines of chunks.
CHUNKS = [("one chunk", head("Transfer-Encoding: chunked") + CHUNK, {BODY})] + [
    (f"a chunk {name}", chunk(line), allowed) for name, line, allowed in [
        ("with zeros before its size", b"000" + SIZE + b"\r\n", {BODY}),
        ("with 40 zeros before its size", b"0" * 40 + SIZE + b"\r\n", {BODY, REFUSED}),
        ("of 0x and its size", b"0x" + SIZE + b"\r\n", {REFUSED}),
        ("with a plus", b"+" + SIZE + b"\r\n", {REFUSED}), ("with a minus", b"-" + SIZE + b"\r\n", {REFUSED}),
        ("with an underscore", b"2_a\r\n", {REFUSED}),
        ("with a space before its size", b" " + SIZE + b"\r\n", {REFUSED}),
        ("with a tab before its size", b"\t" + SIZE + b"\r\n", {REFUSED}),
        ("with a space behind its size", SIZE + b" \r\n", {BODY, REFUSED}),
        ("of 2^64 and its size", b"1" + b"0" * 14 + SIZE + b"\r\n", {REFUSED}),
        ("of 2^63", b"8" + b"0" * 15 + b"\r\n", {REFUSED}), ("of 16 f", b"f" * 16 + b"\r\n", {REFUSED}),
        ("of 2^32 and its size", b"1000000" + SIZE + b"\r\n", {REFUSED}),
        ("with a letter", SIZE + b"g\r\n", {REFUSED}),
        ("with a dot", SIZE + b".0\r\n", {REFUSED}), ("with a comma", SIZE + b",\r\n", {REFUSED}),
        ("with no size", b";a=b\r\n", {REFUSED}), ("with a size that ends with LF", SIZE + b"\n", {REFUSED}),
        ("with a size that ends with CR", SIZE + b"\r", {REFUSED}),
        ("with two CR", SIZE + b"\r\r\n", {REFUSED}),
        ("with an extension", SIZE + b";a=b\r\n", {BODY}),
        ("with an extension and blanks", SIZE + b" ; a = b\r\n", {BODY, REFUSED}),
        ("with a quoted extension", SIZE + b';a="b c"\r\n', {BODY}),
        ("with an extension without its name", SIZE + b";\r\n", {REFUSED}),
        ("with an open quote", SIZE + b';a="b\r\n', {REFUSED}),
        ("with a bare CR in an extension", SIZE + b";a=\rb\r\n", {REFUSED}),
        ("with a bare LF in an extension", SIZE + b";a\n" + b"0\r\n\r\n", {REFUSED}),
        ("with a line end in a quoted extension", SIZE + b';a="\r\n0\r\n\r\n"\r\n', {REFUSED}),
        ("with a NUL in an extension", SIZE + b";a=\0\r\n", {REFUSED}),
        ("with a NUL behind its size", SIZE + b"\0\r\n", {REFUSED}),
    ]] + [
    (f"chunks {name}", chunk(b"", rest), allowed) for name, rest, allowed in [
        ("whose data end with LF", b"3\r\nabc\n" + LAST + MARKER, {REFUSED}),
        ("whose data have no end", b"3\r\nabc0\r\n\r\n" + MARKER, {REFUSED}),
        ("whose data are too long", b"3\r\nabcdef\r\n" + LAST + MARKER, {REFUSED}),
        ("whose data end with two other bytes", b"3\r\nabcxx0\r\n\r\n" + MARKER, {REFUSED}),
        ("whose last line is LF", b"0\r\n\n" + MARKER, {REFUSED}),
        ("whose last size ends with LF", b"0\n\r\n" + MARKER, {REFUSED}),
        ("that end with 000", b"000\r\n\r\n" + MARKER, {NEXT}),
        ("that end with 0 and an extension", b"0;a=b\r\n\r\n" + MARKER, {NEXT}),
        ("with a trailer", b"0\r\nX-A: 1\r\n\r\n" + MARKER, {NEXT}),
        ("with a length as trailer",
         b"0\r\nContent-Length: " + LENGTH.encode() + b"\r\n\r\n" + MARKER, {NEXT, REFUSED}),
        ("with a coding as trailer", b"0\r\nTransfer-Encoding: chunked\r\n\r\n" + MARKER, {NEXT, REFUSED}),
        ("with a folded trailer", b"0\r\nX: 1\r\n 2\r\n\r\n" + MARKER, {REFUSED}),
        ("with a trailer that ends with LF", b"0\r\nX: 1\n\r\n" + MARKER, {REFUSED}),
        ("whose trailer is a request line", b"0\r\n" + MARKER, {REFUSED}),
    ]]

CASES = LENGTHS + NAMES + CODINGS + CHUNKS
