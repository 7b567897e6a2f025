// Also offers the text of messages to all who open a mailbox.
@_exported import MailText
