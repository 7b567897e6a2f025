"""Quirks in the scripted server's answers about messages. A test is named after its quirk."""

from .case import H, QuirkCase, each


@each("assert_answer", {
    "no-serverbug-for-one": (f"UID FETCH 5 ({H})", rb" NO \[SERVERBUG\]"),
    "bodystructure-empty-multipart": (
        "FETCH 1 (BODYSTRUCTURE)",
        rb'BODYSTRUCTURE \(\("ALTERNATIVE" \("BOUNDARY" "none"\) NIL NIL\)\(\('),
    "empty-multipart-nil": ("FETCH 1 (BODYSTRUCTURE)", rb'BODYSTRUCTURE \(NIL "MIXED"'),
    "texts-as-files": ("FETCH 2 (BODYSTRUCTURE)", rb'"TEXT" .*\("ATTACHMENT" NIL\)'),
    "inline-without-list": ("FETCH 2 (BODYSTRUCTURE)", rb'\d+ NIL "inline" NIL NIL\)'),
    "unescaped-quotes": ("FETCH 1 (BODYSTRUCTURE)", rb'"my "tides"\.csv"'),
    "modseq-minus-one": ("FETCH 1 (MODSEQ)", rb"MODSEQ \(-1\)"),
    "rfc822-returns-nothing": ("UID FETCH 1 (RFC822)", rb"\* 1 FETCH \(UID 1\)\r\n"),
    "body-without-value": ("UID FETCH 5 (BODY.PEEK[])", rb"\(UID 5 BODY\[\]\)\r\n"),
    "quoted-section-names": (
        f"FETCH 1 ({H})", rb'BODY\[HEADER\.FIELDS \("DATE" "FROM" "SUBJECT"\)\] \{'),
    "other-header-names": (
        f"FETCH 1 ({H})", rb"BODY\[HEADER\.FIELDS \(Subject X-OTHER\)\] \{"),
    "space-before-body": (f"UID FETCH 1 ({H})", rb"\(UID 1  BODY\["),
    "split-fetch": ("UID FETCH 1 (FLAGS BODY.PEEK[])",
                    rb"\* 1 FETCH \(UID 1 FLAGS \([^)]*\)\)\r\n\* 1 FETCH \(BODY\[\] "),
    "unasked-fetch": ("UID FETCH 7 (FLAGS)",
                      rb"\* 1 FETCH \(UID 1 FLAGS \(\\Seen\) BODY\[\] \{")})
@each("assert_opened", {"unknown-untagged": rb"\* X-TIDE HIGH \{14\}\r\n"})
class QuirksOfMessages(QuirkCase):
    def test_fetch_missing_uid(self) -> None:
        answer = self.open("fetch-missing-uid").ask("UID FETCH 4:6 (FLAGS)")
        self.assertNotIn(b"UID 5 ", answer)
        self.assertEqual((answer.count(b"(UID "), answer.count(b" OK ")), (2, 1))

    def test_no_unavailable_for_one(self) -> None:
        talk = self.open("no-unavailable-for-one")
        self.assertIn(b" NO [UNAVAILABLE]", talk.ask(f"UID FETCH 1:9 ({H})"))
        self.assertIn(b" OK ", talk.ask(f"UID FETCH 1:4,6:9 ({H})"))
        self.assertIn(b" OK ", talk.ask("UID FETCH 1:9 (FLAGS)"))

    def test_no_to_bodystructure(self) -> None:
        talk = self.open("no-to-bodystructure")
        self.assertIn(b" NO ", talk.ask("UID FETCH 1:9 (BODYSTRUCTURE)"))
        self.assertIn(b" OK ", talk.ask("UID FETCH 1:9 (BODY.PEEK[TEXT]<0.10>)"))

    def test_files_as_texts(self) -> None:
        answer = self.open("files-as-texts").ask("FETCH 1 (BODYSTRUCTURE)")
        self.assertNotRegex(answer, rb'"APPLICATION"|"IMAGE"|ATTACHMENT')

    def test_wrong_sizes(self) -> None:
        answer = self.open("wrong-sizes").ask("UID FETCH 2 (RFC822.SIZE)")
        self.assertIn(b"RFC822.SIZE %d" % (1000 + len(self.server.inbox[2].wire)), answer)

    def test_float_numbers(self) -> None:
        answer = self.open("float-numbers").ask("FETCH 2 (RFC822.SIZE BODYSTRUCTURE)")
        self.assertRegex(answer, rb"RFC822.SIZE \d\.\d+e\+\d+")
        self.assertRegex(answer, rb'"7BIT" \d\.\d+e\+\d+')

    def test_preview_nil(self) -> None:
        talk = self.open("preview-nil")
        self.assertIn(b" PREVIEW", talk.ask("CAPABILITY"))
        self.assertIn(b"PREVIEW NIL", talk.ask("FETCH 1 (PREVIEW)"))

    def test_nil_body(self) -> None:
        answer = self.open("nil-body").ask(f"UID FETCH 5 ({H} BODY.PEEK[1])")
        self.assertIn(b"BODY[1] NIL)", answer)
        self.assertIn(b"Subject: ", answer)

    def test_out_of_order(self) -> None:
        talk = self.open("out-of-order")
        first, second = talk.begin("UID FETCH 1 (FLAGS)", "UID SEARCH ALL")
        answer = talk.until(first)
        self.assertIn(second.encode() + b" OK", answer)

    def test_search_in_lines(self) -> None:
        talk = self.open("search-in-lines")
        self.assertIn(b"* SEARCH 1\r\n* SEARCH 2\r\n", talk.ask("UID SEARCH UID 1:2"))
        self.assertEqual(talk.ask("UID SEARCH RETURN (ALL) UID 1:2").count(b"* ESEARCH"), 2)

    def test_malformed_search(self) -> None:
        talk = self.open("malformed-search")
        self.assertTrue(talk.ask("UID SEARCH UID 1:2").startswith(b"SEARCH 1 2\r\n"))
        self.assertIn(b"* SEARCH 1\r\n", talk.ask("UID SEARCH UID 1"))

    def test_no_empty_search(self) -> None:
        talk = self.open("no-empty-search")
        self.assertNotIn(b"SEARCH", talk.ask("UID SEARCH UID 100:200"))
        self.assertIn(b"* SEARCH 1\r\n", talk.ask("UID SEARCH UID 1"))

    def test_bare_lf(self) -> None:
        self.open("bare-lf")
        self.assertNotIn(b"\r\n", self.opened)
