"""Quirks in the scripted server's answers about messages. A test is named after its quirk."""

from .case import H, QuirkCase


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

    def test_no_serverbug_for_one(self) -> None:
        talk = self.open("no-serverbug-for-one")
        self.assertIn(b" NO [SERVERBUG]", talk.ask(f"UID FETCH 5 ({H})"))

    def test_no_to_bodystructure(self) -> None:
        talk = self.open("no-to-bodystructure")
        self.assertIn(b" NO ", talk.ask("UID FETCH 1:9 (BODYSTRUCTURE)"))
        self.assertIn(b" OK ", talk.ask("UID FETCH 1:9 (BODY.PEEK[TEXT]<0.10>)"))

    def test_bodystructure_empty_multipart(self) -> None:
        answer = self.open("bodystructure-empty-multipart").ask("FETCH 1 (BODYSTRUCTURE)")
        self.assertIn(b'BODYSTRUCTURE (("ALTERNATIVE" ("BOUNDARY" "none") NIL NIL)((', answer)

    def test_empty_multipart_nil(self) -> None:
        answer = self.open("empty-multipart-nil").ask("FETCH 1 (BODYSTRUCTURE)")
        self.assertIn(b'BODYSTRUCTURE (NIL "MIXED"', answer)

    def test_texts_as_files(self) -> None:
        answer = self.open("texts-as-files").ask("FETCH 2 (BODYSTRUCTURE)")
        self.assertRegex(answer, rb'"TEXT" .*\("ATTACHMENT" NIL\)')

    def test_files_as_texts(self) -> None:
        answer = self.open("files-as-texts").ask("FETCH 1 (BODYSTRUCTURE)")
        self.assertNotRegex(answer, rb'"APPLICATION"|"IMAGE"|ATTACHMENT')

    def test_inline_without_list(self) -> None:
        answer = self.open("inline-without-list").ask("FETCH 2 (BODYSTRUCTURE)")
        self.assertRegex(answer, rb'\d+ NIL "inline" NIL NIL\)')

    def test_unescaped_quotes(self) -> None:
        answer = self.open("unescaped-quotes").ask("FETCH 1 (BODYSTRUCTURE)")
        self.assertIn(b'"my "tides".csv"', answer)

    def test_wrong_sizes(self) -> None:
        answer = self.open("wrong-sizes").ask("UID FETCH 2 (RFC822.SIZE)")
        self.assertIn(b"RFC822.SIZE %d" % (1000 + len(self.server.inbox[2].wire)), answer)

    def test_float_numbers(self) -> None:
        answer = self.open("float-numbers").ask("FETCH 2 (RFC822.SIZE BODYSTRUCTURE)")
        self.assertRegex(answer, rb"RFC822.SIZE \d\.\d+e\+\d+")
        self.assertRegex(answer, rb'"7BIT" \d\.\d+e\+\d+')

    def test_modseq_minus_one(self) -> None:
        answer = self.open("modseq-minus-one").ask("FETCH 1 (MODSEQ)")
        self.assertIn(b"MODSEQ (-1)", answer)

    def test_preview_nil(self) -> None:
        talk = self.open("preview-nil")
        self.assertIn(b" PREVIEW", talk.ask("CAPABILITY"))
        self.assertIn(b"PREVIEW NIL", talk.ask("FETCH 1 (PREVIEW)"))

    def test_rfc822_returns_nothing(self) -> None:
        answer = self.open("rfc822-returns-nothing").ask("UID FETCH 1 (RFC822)")
        self.assertIn(b"* 1 FETCH (UID 1)\r\n", answer)

    def test_nil_body(self) -> None:
        answer = self.open("nil-body").ask(f"UID FETCH 5 ({H} BODY.PEEK[1])")
        self.assertIn(b"BODY[1] NIL)", answer)
        self.assertIn(b"Subject: ", answer)

    def test_body_without_value(self) -> None:
        answer = self.open("body-without-value").ask("UID FETCH 5 (BODY.PEEK[])")
        self.assertIn(b"(UID 5 BODY[])\r\n", answer)

    def test_quoted_section_names(self) -> None:
        answer = self.open("quoted-section-names").ask(f"FETCH 1 ({H})")
        self.assertIn(b'BODY[HEADER.FIELDS ("DATE" "FROM" "SUBJECT")] {', answer)

    def test_other_header_names(self) -> None:
        answer = self.open("other-header-names").ask(f"FETCH 1 ({H})")
        self.assertIn(b"BODY[HEADER.FIELDS (Subject X-OTHER)] {", answer)

    def test_space_before_body(self) -> None:
        answer = self.open("space-before-body").ask(f"UID FETCH 1 ({H})")
        self.assertIn(b"(UID 1  BODY[", answer)

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

    def test_split_fetch(self) -> None:
        answer = self.open("split-fetch").ask("UID FETCH 1 (FLAGS BODY.PEEK[])")
        self.assertRegex(answer, rb"\* 1 FETCH \(UID 1 FLAGS \([^)]*\)\)\r\n\* 1 FETCH \(BODY\[\] ")

    def test_unasked_fetch(self) -> None:
        answer = self.open("unasked-fetch").ask("UID FETCH 7 (FLAGS)")
        self.assertIn(b"* 1 FETCH (UID 1 FLAGS (\\Seen) BODY[] {", answer)

    def test_unknown_untagged(self) -> None:
        self.open("unknown-untagged")
        self.assertIn(b"* X-TIDE HIGH {14}\r\n", self.opened)

    def test_bare_lf(self) -> None:
        self.open("bare-lf")
        self.assertNotIn(b"\r\n", self.opened)
