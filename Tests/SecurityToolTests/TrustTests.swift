import TestSupport
import Testing

/// The commands for trust, with certificates that `openssl` creates.
@Suite struct TrustTests {
  private let tool: Tool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try Tool()
    folder = try TemporaryDirectory()
  }

  /// Runs a script in a folder with the certificates of a root, an intermediate authority and a server.
  private func shell(_ script: String) throws -> Tool.Outcome {
    try tool.shell(
      """
      set -e; cd '\(folder.path)'
      new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "$@" 2>/dev/null; }
      sign() { openssl x509 -req -in $1.csr -CA $2.pem -CAkey $2.key -set_serial $3 -days 30 \\
        -extfile $1.ext -out $1.pem 2>/dev/null; }
      new -x509 -subj /CN=Root -days 60 -keyout root.key -out root.pem
      new -subj /CN=Authority -keyout authority.key -out authority.csr
      echo 'basicConstraints=critical,CA:true' >authority.ext; sign authority root 2
      new -subj /CN=Server -keyout server.key -out server.csr
      echo 'subjectAltName=DNS:www.example.org' >server.ext; sign server authority 3
      SHA1=$(openssl x509 -in root.pem -noout -fingerprint -sha1 | sed 's/.*=//;s/://g')
      \(script)
      """)
  }

  private static let verify = "\"$SECURITY\" verify-cert -c server.pem -c authority.pem"

  @Test func certificatesAreVerifiedByRootsAndBySettings() throws {
    let run = try shell(
      """
      \(Self.verify) -r root.pem
      \(Self.verify) -r root.pem -p ssl -s www.example.org
      \(Self.verify) -r root.pem -p ssl -s example.net || echo $?
      \(Self.verify) || echo $?
      "$SECURITY" verify-cert -r root.pem
      "$SECURITY" add-trusted-cert root.pem
      \(Self.verify)
      \(Self.verify) -q
      "$SECURITY" add-trusted-cert -r deny authority.pem
      \(Self.verify) || echo $?
      \(Self.verify) -q || echo $?
      \(Self.verify) -r root.pem
      "$SECURITY" remove-trusted-cert authority.pem
      \(Self.verify)
      "$SECURITY" remove-trusted-cert root.pem
      \(Self.verify) || echo $?
      "$SECURITY" remove-trusted-cert root.pem || echo $?
      """)
    let good = "...certificate verification successful.\n"
    #expect(
      run.text == good + good + "1\n1\n" + good + good + "1\n1\n" + good + good + "1\n44\n",
      "\(run.errors)")
    #expect(
      run.errors == """
        Cert Verify Result: The certificate is for another host.
        Cert Verify Result: A certificate needed to complete the chain is missing.
        SecTrustEvaluate result: kSecTrustResultDeny
        Cert Verify Result: A certificate needed to complete the chain is missing.
        security: SecTrustSettingsRemoveTrustSettings: The specified item could not be found in the \
        keychain.

        """, "\(run.errors)")
  }

  /// The rules of RFC 5280 and TLS for the extensions of certificates (compatibility: D46 to D48).
  @Test func extensionsOfAuthoritiesCount() throws {
    let run = try shell(
      """
      verify() { "$SECURITY" verify-cert -q "$@" >/dev/null 2>&1 && echo good || echo bad; }
      chain() {
        cp authority.csr middle.csr; cp authority.key middle.key; cp server.csr leaf.csr
        printf 'basicConstraints=critical,CA:true\n%b\n' "$1" >middle.ext
        printf '%b\n' "$2" >leaf.ext
        sign middle root 5; sign leaf middle 6
      }
      judge() { verify -c leaf.pem -c middle.pem -r root.pem "$@"; }
      host=subjectAltName=DNS:www.example.org
      chain '' $host; judge; judge -p ssl -s www.example.org
      echo purposes
      chain extendedKeyUsage=emailProtection $host; judge; judge -p ssl -s www.example.org
      echo names
      openssl req -new -key server.key -subj /CN=www.example.net -out server.csr
      chain 'nameConstraints=critical,permitted;DNS:example.org' subjectAltName=IP:192.0.2.1; judge
      chain 'nameConstraints=critical,permitted;DNS:example.org' ''; judge
      chain nameConstraints=DER:3000 $host; judge
      echo wildcards
      chain 'nameConstraints=critical,excluded;DNS:bad.example.org' 'subjectAltName=DNS:*.example.org'
      judge; judge -p ssl -s good.example.org; judge -p ssl -s bad.example.org
      echo addresses
      chain 'nameConstraints=critical,excluded;IP:10.0.0.0/255.0.0.0' subjectAltName=IP:192.0.2.1; judge
      chain 'nameConstraints=critical,excluded;IP:10.0.0.0/255.0.0.0' subjectAltName=IP:::ffff:10.0.0.1
      judge
      echo access
      chain '' "$host\n1.3.6.1.5.5.7.1.1=DER:0500"; judge; judge -p ssl -s www.example.org
      echo anchors
      openssl req -new -key root.key -subj /CN=Root -out plain.csr
      echo subjectKeyIdentifier=hash >plain.ext
      openssl x509 -req -in plain.csr -signkey root.key -extfile plain.ext -days 60 -out plain.pem 2>/dev/null
      verify -c server.pem -c authority.pem -r plain.pem
      verify -c plain.pem -r plain.pem
      """)
    #expect(
      run.text.split(separator: "\n").joined(separator: " ")
        == "good good purposes good bad names good bad bad wildcards bad good bad "
        + "addresses good bad access bad bad anchors bad good", "\(run.errors)")
  }

  @Test func datesNamesAndKeychainsCount() throws {
    let run = try shell(
      """
      verify() { "$SECURITY" verify-cert -c server.pem "$@" 2>&1 || echo $?; }
      verify -r root.pem
      "$SECURITY" add-certificates authority.pem
      verify -r root.pem
      verify -r root.pem -N
      verify -r root.pem -n -q
      verify -r root.pem -d 2100-01-01
      verify -r root.pem -d 2100-01-01-12:00:00
      verify -r root.pem -p ssl -n www.example.org
      verify -r root.pem -p ssl -n www.example.com
      verify -r root.pem -R require -R offline
      verify -r root.pem -P | tail -n +2 | openssl x509 -noout -subject
      verify -r root.pem -t -l -L -C -p ssl | grep -c 'Subject: CN'
      """)
    let good = "...certificate verification successful."
    let lost = "Cert Verify Result: A certificate needed to complete the chain is missing."
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 17, "\(run.text)")
    #expect(Array(lines.prefix(7)) == [lost, "1", good, lost, "1", "1", lines[6]])
    #expect(lines.suffix(2).first?.hasPrefix("subject") == true, "\(run.text)")
    #expect(lines.last == "3", "\(run.text)")
  }

  @Test func settingsAreMadeInEveryCombinationAndPrinted() throws {
    let run = try shell(
      """
      "$SECURITY" dump-trust-settings || echo $?
      "$SECURITY" add-trusted-cert -r trustRoot -p ssl -p basic -s www.example.org -e certExpired \\
        -e hostnameMismatch -u 8 -k login.keychain root.pem
      "$SECURITY" dump-trust-settings
      "$SECURITY" find-certificate -c Root -Z | sed -n 's/SHA-1 hash: //p' | grep -cx "$SHA1"
      \(Self.verify) -p ssl -s www.example.org
      \(Self.verify) -p ssl -s www.example.com || echo $?
      "$SECURITY" delete-certificate -c Root -t
      "$SECURITY" dump-trust-settings || echo $?
      """)
    let settings = [
      ("SSL", "CSSMERR_TP_CERT_EXPIRED"), ("SSL", "CSSMERR_APPLETP_HOSTNAME_MISMATCH"),
      ("X.509 Basic", "CSSMERR_TP_CERT_EXPIRED"),
      ("X.509 Basic", "CSSMERR_APPLETP_HOSTNAME_MISMATCH"),
    ]
    let printed = settings.enumerated().map { index, setting in
      """
         Trust Setting \(index):
            Policy OID            : \(setting.0)
            Policy String         : www.example.org
            Allowed Error         : \(setting.1)
            Result Type           : kSecTrustSettingsResultTrustRoot
            Key Usage             : SignCert

      """
    }.joined()
    #expect(
      run.text == """
        1
        Number of trusted certs = 1
        Cert 0: Root
           Number of trust settings : 4
        \(printed)1
        ...certificate verification successful.
        1
        1

        """, "\(run.text)")
    #expect(
      run.errors.hasPrefix(
        "security: SecTrustSettingsCopyCertificates: There are no trust settings.\n"))
  }

  @Test func settingsAreMoved() throws {
    let run = try shell(
      """
      "$SECURITY" trust-settings-export settings.plist || echo $?
      "$SECURITY" add-trusted-cert root.pem
      "$SECURITY" trust-settings-export settings.plist
      stat -c %a settings.plist
      "$SECURITY" add-trusted-cert -r deny -i settings.plist -o more.plist server.pem
      "$SECURITY" remove-trusted-cert root.pem
      "$SECURITY" trust-settings-import more.plist
      "$SECURITY" dump-trust-settings | grep -c '^Cert '
      \(Self.verify) || echo $?
      "$SECURITY" -q trust-settings-import settings.plist
      \(Self.verify)
      echo nonsense >settings.plist
      "$SECURITY" trust-settings-import settings.plist || echo $?
      "$SECURITY" trust-settings-export "$LATCHKEY_HOME/trust-settings.plist" || echo $?
      \(Self.verify)
      "$SECURITY" dump-trust-settings -s | head -1 | sed 's/[0-9]*$//'
      """)
    #expect(
      run.text == """
        81
        ...Trust Settings exported successfully.
        600
        ...Trust Settings imported successfully.
        2
        1
        ...certificate verification successful.
        82
        1
        ...certificate verification successful.
        Number of trusted certs = 

        """, "\(run.text) \(run.errors)")
  }

  /// If one part of a command cannot be done, the command stores and deletes nothing.
  @Test func damagedSettingsAreFoundBeforeTheKeychainIsChanged() throws {
    let run = try shell(
      """
      count() { "$SECURITY" find-certificate -a -Z | grep -c 'SHA-1 hash' || true; }
      "$SECURITY" add-certificates server.pem
      "$SECURITY" add-trusted-cert root.pem
      echo x >>"$LATCHKEY_HOME/trust-settings.plist"
      "$SECURITY" add-trusted-cert -k login.keychain root.pem || echo $?
      count
      "$SECURITY" delete-certificate -c Server -t || echo $?
      count
      "$SECURITY" add-trusted-cert -k login.keychain -o out.plist root.pem
      count
      """)
    #expect(run.text == "82\n1\n82\n1\n2\n", "\(run.text) \(run.errors)")
  }

  /// The evaluated certificate is the root itself. If the root is denied, the verification of the root fails.
  @Test func aDeniedRootDoesNotVerifyItself() throws {
    let run = try shell(
      """
      "$SECURITY" verify-cert -r root.pem
      "$SECURITY" add-trusted-cert -r deny root.pem
      "$SECURITY" verify-cert -r root.pem || echo $?
      "$SECURITY" verify-cert -c root.pem -r root.pem || echo $?
      \(Self.verify) -r root.pem
      "$SECURITY" add-trusted-cert -r deny -p ssl root.pem
      "$SECURITY" verify-cert -r root.pem
      """)
    let good = "...certificate verification successful.\n"
    #expect(run.text == good + "1\n1\n" + good + good, "\(run.text) \(run.errors)")
  }

  /// An import reports the decisions that `dump-trust-settings` cannot show.
  @Test func anImportSaysWhatItCannotShow() throws {
    let run = try shell(
      """
      plist() {
        echo '<plist version="1.0"><dict><key>trustVersion</key><integer>1</integer>'
        echo "<key>trustList</key><dict>$1</dict></dict></plist>"
      }
      plist '' >none.plist
      plist "<key>$SHA1</key><dict/>" >digest.plist
      plist '<key>kSecTrustRecordDefaultRootCert</key><dict/>' >default.plist
      for FILE in none digest default; do "$SECURITY" trust-settings-import $FILE.plist; done
      "$SECURITY" add-certificates root.pem
      "$SECURITY" trust-settings-import digest.plist
      """)
    let good = "...Trust Settings imported successfully.\n"
    #expect(run.text == good + good + good + good, "\(run.errors)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(run.errors)")
    #expect(lines.first?.hasPrefix("1 decision names a certificate") == true, "\(run.errors)")
    #expect(lines.last?.hasPrefix("There is a default for roots") == true, "\(run.errors)")
  }

  /// If `HOME` is relative, the location of the trust settings is unknown, and no certificate is trusted. If the home
  /// folder does not exist, there are no trust settings, and a given root is trusted.
  @Test func aHomeThatCannotBeKnownTrustsNothing() throws {
    let run = try shell(
      """
      unset LATCHKEY_HOME XDG_DATA_HOME XDG_STATE_HOME
      HOME=relative \(Self.verify) -r root.pem || echo $?
      HOME=/nonexistent/home \(Self.verify) -r root.pem
      """)
    #expect(run.text == "1\n...certificate verification successful.\n", "\(run.errors)")
    #expect(run.errors.contains("HOME is no absolute path"), "\(run.errors)")
  }

  @Test func wrongUseChangesNothing() throws {
    let run = try shell(
      """
      try() { "$SECURITY" "$@" >/dev/null 2>err || echo $? $(head -1 err); }
      try add-trusted-cert
      try add-trusted-cert -r wrong root.pem
      try add-trusted-cert -p wrong root.pem
      try add-trusted-cert -p IPSec root.pem
      try add-trusted-cert -a /bin/sh root.pem
      try add-trusted-cert -e x root.pem
      try add-trusted-cert -u 0 root.pem
      try add-trusted-cert -i x root.pem
      try add-trusted-cert -k other.keychain root.pem
      try add-trusted-cert server.pem
      try add-trusted-cert -r trustAsRoot root.pem
      try add-trusted-cert missing.pem
      try add-trusted-cert root.key
      try remove-trusted-cert
      try verify-cert
      try verify-cert -c server.pem -d yesterday
      try verify-cert http://www.example.org
      ls "$LATCHKEY_HOME"
      """)
    #expect(
      run.text == """
        2 Usage: add-trusted-cert [-d] [-r result] [-p policy ...] [-s string ...] [-e error ...] \
        [-u usage] [-k keychain] [-i file] [-o file] [-a application] [--access-group name] file
        2 security: -r: "wrong" is not trustRoot, trustAsRoot, deny or unspecified
        2 security: -p: "wrong" is no policy
        1 security: add-trusted-cert: -p IPSec: this policy has no counterpart on Linux.
        1 security: add-trusted-cert: -a: programs cannot be told apart on Linux.
        2 security: -e: "x" is not certExpired, hostnameMismatch or a number
        2 security: -u: "0" is no sum of key usages
        2 security: -i reads settings that -o writes: it is of no use alone
        50 security: SecKeychainOpen other.keychain: The specified keychain could not be found.
        206 security: SecTrustSettingsSetTrustSettings: An argument has a wrong type or value, or is missing.
        206 security: SecTrustSettingsSetTrustSettings: An argument has a wrong type or value, or is missing.
        1 security: missing.pem: No such file or directory
        1 security: root.key: holds keys as well; "security import" stores both.
        2 Usage: remove-trusted-cert [-d] file
        2 Usage: verify-cert [-c file ...] [-r file ...] [-p policy ...] [-C] [-d date] [-k keychain] \
        [-n [name]] [-NLlqvPt] [-e address] [-s host] [-R method ...] [url]
        2 security: -d: "yesterday" is not YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss
        2 security: the URL is no address like https://www.example.org:443

        """, "\(run.text)")
  }

  @Test func aDamagedFileTrustsNothingAndIsKept() throws {
    let run = try shell(
      """
      "$SECURITY" add-trusted-cert root.pem
      echo >>"$LATCHKEY_HOME/trust-settings.plist" x
      \(Self.verify) || echo $?
      "$SECURITY" find-identity >/dev/null 2>&1 || echo $?
      "$SECURITY" add-trusted-cert root.pem || echo $?
      "$SECURITY" dump-trust-settings || echo $?
      "$SECURITY" verify-keychain || echo $?
      tail -1 "$LATCHKEY_HOME/trust-settings.plist"
      """)
    #expect(run.text.hasPrefix("1\n"), "\(run.text)")
    #expect(run.text.hasSuffix("x\n"), "\(run.text)")
    #expect(run.text.split(separator: "\n").contains("82"), "\(run.text)")
    #expect(run.errors.contains("trust-settings.plist"), "\(run.errors)")
  }
}
