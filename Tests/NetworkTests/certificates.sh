#!/bin/sh
# Makes an authority and certificates in the folder $1: a good one, and one of each bad kind.
set -eu
cd "$1"
cat >ca.conf <<CONF
[ca]
default_ca = own
[own]
dir = .
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
[server]
basicConstraints = critical, CA:FALSE
CONF
touch index.txt
echo 01 >serial

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }

authority() {
  key "$1"
  openssl req -new -x509 -config ca.conf -extensions authority -key "$1.key" -out "$1.pem" \
    -subj "/CN=$1" -days 30 2>/dev/null
}

# The arguments: $1 the file, $2 the host, $3 the authority, then the dates.
server() {
  key "$1"
  openssl req -new -config ca.conf -key "$1.key" -out "$1.csr" -subj "/CN=$2" \
    -addext "subjectAltName=DNS:$2" 2>/dev/null
  openssl ca -batch -config ca.conf -extensions server -cert "$3.pem" -keyfile "$3.key" -notext \
    -in "$1.csr" -out "$1.pem" -startdate "$4" -enddate "$5" 2>/dev/null
}

authority authority
authority stranger
past=20200101000000Z
later=20210101000000Z
future=20490101000000Z
server good localhost authority $past $future
server other-key localhost authority $past $future
server wrong-host elsewhere.example authority $past $future
server expired localhost authority $past $later
server not-yet-valid localhost authority 20480101000000Z $future
server stranger-signed localhost stranger $past $future
key self-signed
openssl req -new -x509 -config ca.conf -extensions server -key self-signed.key \
  -out self-signed.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 30 2>/dev/null

for file in good other-key wrong-host expired not-yet-valid stranger-signed self-signed; do
  openssl x509 -in $file.pem -noout -fingerprint -sha256 >$file.sha256
done
