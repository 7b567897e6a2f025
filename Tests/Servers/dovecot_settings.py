"""The settings of a private Dovecot, 2.3 of Debian 12 and 2.4 of Debian 13."""

_COMMON = """protocols = imap
listen = {host}
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 1
auth_mechanisms = plain login scram-sha-256
auth_failure_delay = 0
ssl = yes
mail_max_userip_connections = 100
mailbox_list_index = yes
{extra}
namespace inbox {{
  inbox = yes
  mailbox Sent {{
    special_use = \\Sent
  }}
}}
service anvil {{
  chroot =
  # Or who was refused would wait longer and longer.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
"""
_OF_2_3 = """disable_plaintext_auth = no
ssl_cert = <{certificate}
ssl_key = <{key}
passdb {{
  driver = passwd-file
  args = {folder}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home/%u
}}
"""
_OF_2_4 = """auth_allow_cleartext = yes
ssl_server_cert_file = {certificate}
ssl_server_key_file = {key}
passdb passwd-file {{
  passwd_file_path = {folder}/users
}}
userdb static {{
  fields {{
    uid = {uid}
    gid = {gid}
    home = {folder}/home/%{{user}}
  }}
}}
"""
_VERSION_2_4 = "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n"


def server(version: str, **values: object) -> str:
    return _begin(version) + (_COMMON + (_OF_2_4 if _is_2_4(version) else _OF_2_3)).format(**values)


def _begin(version: str) -> str:
    if _is_2_4(version):
        return _VERSION_2_4 + "mail_driver = maildir\nmail_path = ~/Maildir\n"
    return "mail_location = maildir:~/Maildir\n"


def _is_2_4(version: str) -> bool:
    return not version.startswith("2.3")
