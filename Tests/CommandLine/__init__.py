"""The command line on accounts: real servers, keyrings and buses, each private to its test.

The environment names the program: `TIDELINE_BINARY=.build/debug/tideline`.
"""
