"""GNOME's online accounts as a template of python-dbusmock, for online_accounts.py.

Its parameters are texts in JSON: `accounts`, a list of {properties: {interface: {name:
value}}, methods: {name: Python code}, replies: {name: type}}, and `objects`, which replaces
all of that as the result of GetManagedObjects: a type and Python code.
"""

import json

from dbusmock import OBJECT_MANAGER_IFACE, get_object

BUS_NAME = "org.gnome.OnlineAccounts"
MAIN_OBJ = "/org/gnome/OnlineAccounts"
SYSTEM_BUS = False
IS_OBJECT_MANAGER = True
_METHODS = {"EnsureCredentials": ("Account", "", "i"), "GetPassword": ("PasswordBased", "s", "s"),
            "GetAccessToken": ("OAuth2Based", "", "si")}


def load(mock, parameters) -> None:
    for number, account in enumerate(json.loads(parameters["accounts"])):
        path = f"{MAIN_OBJ}/Accounts/account_{number}"
        mock.AddObject(path, f"{BUS_NAME}.Account", {}, [])
        made = get_object(path)
        made.props.clear()
        for interface, properties in account["properties"].items():
            made.props[f"{BUS_NAME}.{interface}"] = properties
        for name, code in account["methods"].items():
            interface, takes, returns = _METHODS[name]
            made.AddMethod(f"{BUS_NAME}.{interface}", name, takes,
                           account["replies"].get(name, returns), code)
    if "objects" in parameters:
        kind, code = json.loads(parameters["objects"])
        mock.AddMethod(OBJECT_MANAGER_IFACE, "GetManagedObjects", "", kind, code)
