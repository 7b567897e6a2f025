"""The project's own sample mailbox and its delivery, seen through the window."""

from case import EndToEndCase


class Sample(EndToEndCase):
    def test_delivered_mail_arrives_in_the_sample_mailbox(self) -> None:
        mailbox = self.stage.directory("sample") / "Sample"
        # Few enough messages to be read at once: the first reading is then not a separate refresh.
        self.stage.tideline("sample", mailbox, "--messages", "200")
        app = self.open(mailbox)
        app.wait_until_idle(rows=50)
        app.pull_while(lambda: self.stage.tideline("deliver", mailbox, "--count", "3"))
        self.assert_refreshes(app)
        results = [str(result) for result in app.trace.visited("result")]
        self.assertTrue(any("new" in result for result in results), results)
