import TestSupport
import Testing

/// The built tool with certificates and identities that `openssl` creates.
@Suite struct CertificateTests {
  private let tool: Tool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try Tool()
    folder = try TemporaryDirectory()
  }

  private func shell(_ script: String) throws -> Tool.Outcome {
    try tool.shell(
      """
      set -e; cd '\(folder.path)'
      make() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
        -keyout $1.key -out $1.pem -subj "$2" 2>/dev/null; }
      \(script)
      """)
  }

  @Test func certificatesComeInAndGoOut() throws {
    let run = try shell(
      """
      make a '/CN=Alice Example/emailAddress=alice@example.org'; make b '/CN=Bob'
      cat a.pem b.pem > both.pem
      "$SECURITY" add-certificates both.pem
      "$SECURITY" find-certificate -c 'ALICE ex' -p | cmp - a.pem
      "$SECURITY" find-certificate -a -p | cmp - both.pem
      "$SECURITY" find-certificate -e Alice@example.org -m | head -1
      "$SECURITY" find-certificate -c bob -Z | sed -n 's/^SHA-1 hash: //p' > hash
      openssl x509 -in b.pem -noout -fingerprint -sha1 | sed 's/.*=//;s/://g' | cmp - hash
      "$SECURITY" add-certificates both.pem a.pem || echo $?
      "$SECURITY" delete-certificate -Z $(cat hash)
      "$SECURITY" find-certificate -c bob || echo $?
      "$SECURITY" delete-certificate -c lice
      """)
    #expect(
      run.text == "email addresses: alice@example.org\n1\n44\n")
    #expect(run.errors.contains("both.pem: 2 of 2 certificates already in default keychain\n"))
    #expect(run.errors.contains("a.pem: already in default keychain\n"))
  }

  @Test func identitiesAreListedAndDeletedWithTheirKeys() throws {
    let run = try shell(
      """
      make a '/CN=Alice'; make b '/CN=Bob'
      "$SECURITY" add-certificates a.pem b.pem
      "$SECURITY" find-identity -v
      "$SECURITY" import a.key
      "$SECURITY" find-identity | sed 's/[0-9A-F]\\{40\\}/HASH/'
      "$SECURITY" find-identity -p ssl-server -s example.org -v
      "$SECURITY" delete-identity -c Bob || echo $?
      "$SECURITY" delete-identity -c ali
      "$SECURITY" find-key 2>/dev/null || echo $?
      "$SECURITY" find-certificate -a -c alice
      """)
    #expect(
      run.text == """
             0 valid identities found
        1 key imported.

        Policy: X.509 Basic
          Matching identities
          1) HASH "Alice" (CSSMERR_TP_NOT_TRUSTED)
             1 identities found

          Valid identities only
             0 valid identities found
             0 valid identities found
        1
        44

        """)
    #expect(run.errors == "security: Unable to delete certificate matching \"Bob\"\n")
  }

  @Test func identityIsPreferredForAService() throws {
    let run = try shell(
      """
      make a '/CN=Alice'; make b '/CN=Bob'; make c '/CN=Carol'
      for one in a b; do cat $one.key $one.pem > both.pem; "$SECURITY" import both.pem; done
      "$SECURITY" add-certificates c.pem
      get() { "$SECURITY" get-identity-preference "$@"; }
      "$SECURITY" set-identity-preference -c lic -s https://example.org/a/
      "$SECURITY" set-identity-preference -c Bob -s '*.Org' -u 4
      get -s https://example.org/a/b -p | cmp - a.pem
      get -s https://example.org/b -p | cmp - b.pem
      get -s https://example.org/b -u 2 -p || echo $?
      get -s https://example.org/a/ -c -Z -p | head -3 > lines
      sed -n 1p lines
      openssl x509 -in a.pem -noout -fingerprint -sha1 | sed 's/.*=//;s/://g' > hash
      sed -n 's/^SHA-1 hash: //p' lines | cmp - hash
      get -s https://example.org/a/ | grep -c '"labl"<blob>="Alice"'
      "$SECURITY" set-identity-preference -Z $(cat hash) -s '*.org' -u 4
      get -s example.org -p | cmp - a.pem
      "$SECURITY" export-passwords --format csv --yes 2>/dev/null
      "$SECURITY" export-passwords --format json --yes 2>&1 >/dev/null | tail -1
      "$SECURITY" set-identity-preference -c Carol -s x || echo $?
      "$SECURITY" set-identity-preference -n -s '*.org' -u 4
      "$SECURITY" set-identity-preference -n -s '*.org' -u 4 || echo $?
      get -s example.org || echo $?
      "$SECURITY" delete-identity -c Alice
      get -s https://example.org/a/ || echo $?
      """)
    #expect(
      run.text == """
        1 key imported.
        1 certificate imported.
        1 key imported.
        1 certificate imported.
        44
        common name: "Alice"
        1
        Title,URL,Username,Password,Notes,OTPAuth
        exported: 2
        44
        44
        44
        44

        """, "\(run.errors)")
  }

  @Test func wrongUseOfPreferencesIsRefused() throws {
    for words in [
      [], ["-s", "x"], ["-c", "x"], ["-n", "-c", "x", "-s", "x"], ["-n", "-s", ""],
      ["-n", "-s", "x", "-u", "sign"], ["-n", "-s", "x", "-u", "512"],
      ["-c", "x", "-s", "x", "-Z", "1"],
    ] {
      #expect(try tool(["set-identity-preference"] + words).status == 2, "\(words)")
    }
    for words in [[], ["-s", ""], ["-s", "x", "-u", "512"], ["-s", "x", "y"]] {
      #expect(try tool(["get-identity-preference"] + words).status == 2, "\(words)")
    }
  }

  @Test func aServiceThatIsNoTextIsRefused() throws {
    let run = try shell(
      """
      make a '/CN=Alice'; cat a.key a.pem > both.pem; "$SECURITY" import both.pem
      "$SECURITY" set-identity-preference -c Alice -s "$(printf '\\377\\376')" || echo $?
      "$SECURITY" set-identity-preference -c Alice -s "$(printf '\\357\\277\\275')"
      "$SECURITY" get-identity-preference -s "$(printf '\\377')" || echo $?
      "$SECURITY" set-identity-preference -n -s "$(printf '\\376')" || echo $?
      """)
    #expect(
      run.text == """
        1 key imported.
        1 certificate imported.
        2
        2
        2

        """, "\(run.errors)")
  }

  @Test func identityIsDeletedInItsGroupOnly() throws {
    let run = try shell(
      """
      make a '/CN=Alice'
      cat a.key a.pem > both.pem
      "$SECURITY" import both.pem --access-group here >/dev/null
      "$SECURITY" import a.key --access-group there >/dev/null
      "$SECURITY" delete-identity -c Alice --access-group here
      "$SECURITY" find-key --access-group here >/dev/null 2>&1 || echo $?
      "$SECURITY" find-key --access-group there | grep -c "Imported Private Key"
      """)
    #expect(run.text == "44\n1\n", "\(run.errors)")
  }

  @Test func renewedCertificateIsImportedBesideItsKey() throws {
    let run = try shell(
      """
      make a '/CN=Alice'
      openssl req -x509 -key a.key -days 60 -subj /CN=Alice -out renewed.pem
      pack() { openssl pkcs12 -export -inkey a.key -in $1 -passout pass:geheim -out $2; }
      pack a.pem first.p12; pack renewed.pem second.p12
      "$SECURITY" import first.p12 -P geheim
      "$SECURITY" import second.p12 -P geheim
      "$SECURITY" find-identity | grep -c Alice
      "$SECURITY" import second.p12 -P geheim 2>/dev/null || echo $?
      """)
    #expect(
      run.text == "1 identity imported.\n1 identity imported.\n2\n1\n", "\(run.errors)")
  }

  @Test func anAuthorityMadeAnewKeepsNoIdentityOut() throws {
    let run = try shell(
      """
      authority() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
        -set_serial 1 -keyout $1.key -out $1.pem -subj /CN=Root 2>/dev/null; }
      authority old; authority new
      make a '/CN=Alice'
      openssl pkcs12 -export -in a.pem -inkey a.key -certfile new.pem -passout pass:geheim -out a.p12
      "$SECURITY" add-certificates old.pem
      "$SECURITY" import a.p12 -P geheim
      "$SECURITY" find-certificate -c Root -p | cmp - old.pem
      "$SECURITY" find-identity | grep -c Alice
      """)
    #expect(run.text == "1 identity imported.\n1\n", "\(run.errors)")
    let errors = run.errors
    #expect(errors.hasPrefix("security: 1 certificate of the chain left out: "), "\(errors)")
  }

  @Test func identitiesComeAndGoInPKCS12() throws {
    let run = try shell(
      """
      make a '/CN=Alice'; make b '/CN=Bob'
      openssl pkcs12 -export -in a.pem -inkey a.key -certfile b.pem -passout pass:geheim -out a.p12
      "$SECURITY" import a.p12 -P falsch || echo $?
      "$SECURITY" import a.p12 -P geheim
      "$SECURITY" export -t identities -f pkcs12 -P neu -o out.p12
      openssl pkcs12 -in out.p12 -passin pass:neu -nokeys | openssl x509 | cmp - a.pem
      openssl pkcs12 -in out.p12 -passin pass:neu -nocerts -nodes | openssl ec -pubout 2>/dev/null > one
      openssl ec -in a.key -pubout 2>/dev/null | cmp - one
      "$SECURITY" export -t certs -f pkcs7 -p -o certs.p7b
      openssl pkcs7 -in certs.p7b -print_certs | grep -c BEGIN
      """)
    #expect(run.text == "1\n1 identity imported.\n1 certificate imported.\n2\n")
    #expect(run.errors.contains("SecKeychainItemImport"))
    #expect(run.errors.contains("bytes written to out.p12"))
  }

  @Test func policiesOfMacOSAloneAreRefused() throws {
    #expect(try tool("find-identity", "-p", "ichat").status == 1)
    #expect(try tool("find-identity", "-p", "frob").status == 2)
  }
}
