import Testing

/// Scripts that were written for macOS run unchanged: twice one after the other, and with two homes at once. Each script
/// runs in a mount namespace with its own memory file system, so that it changes no other file.
@Suite(.enabled(if: Place.hasMounts, "\(Place.needsMounts)")) struct MacScriptTests {
  /// A script, with the sources of its lines.
  struct Script: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  /// Shell commands that make `$PLACE/certificate.p12` with a key and a certificate, and the function `security`.
  private static let preparation = """
    mount -t tmpfs -o mode=0755 none "$PLACE"
    cd "$PLACE"
    printf '[req]\\ndistinguished_name = name\\n[name]\\n' > cnf
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out certificate.pem \\
      -subj "/CN=Developer" -days 30 -config cnf -addext keyUsage=digitalSignature \\
      -addext extendedKeyUsage=codeSigning 2>/dev/null
    openssl pkcs12 -export -inkey key.pem -in certificate.pem -passout pass:p12 -out certificate.p12
    security() { "$SECURITY" "$@"; }

    """

  /// Runs a script twice in each of two homes at once. The script ends at the first failing command.
  private func run(_ script: String) throws -> Tool.Outcome {
    try Place().run(
      in: "--mount",
      Self.preparation + """
        job() {
          export HOME="$PLACE/$1" LATCHKEY_HOME="$PLACE/$1/store" XDG_RUNTIME_DIR="$PLACE/$1/run"
          export RUNNER_TEMP="$PLACE/$1/temp" PW="a password"
          mkdir "$HOME" "$XDG_RUNTIME_DIR" "$RUNNER_TEMP"
          chmod 700 "$HOME" "$XDG_RUNTIME_DIR"
          cd "$RUNNER_TEMP"
          for time in 1 2; do
            ( set -eu
        \(script)
            )
          done
          # The script leaves no keychain behind.
          ! find "$HOME" -name '.keychain-*' | grep .
          ! find "$HOME/store/keychain-keys" -mindepth 1 2>/dev/null | grep .
        }
        ( job one ) > one.out 2> one.err &
        first=$!
        status=0
        ( job two ) > two.out 2> two.err || status=$?
        wait $first || status=$?
        cat one.out
        [ $status -eq 0 ] || cat one.err two.err >&2
        exit $status
        """)
  }

  static let scripts = [
    Script(
      name: "GitHub",
      text: """
        KEYCHAIN_PATH=$RUNNER_TEMP/app-signing.keychain-db
        security create-keychain -p "$PW" $KEYCHAIN_PATH
        [ -f $KEYCHAIN_PATH ]
        security set-keychain-settings -lut 21600 $KEYCHAIN_PATH
        security unlock-keychain -p "$PW" $KEYCHAIN_PATH
        security import $PLACE/certificate.p12 -P p12 -A -t cert -f pkcs12 -k $KEYCHAIN_PATH
        security set-key-partition-list -S apple-tool:,apple: -k "$PW" $KEYCHAIN_PATH > /dev/null
        security list-keychain -d user -s $KEYCHAIN_PATH
        [ "$(security list-keychains -d user)" = "    \\"$KEYCHAIN_PATH\\"" ]
        security find-identity -p codesigning | grep -q Developer
        security delete-keychain $KEYCHAIN_PATH
        """),
    Script(
      name: "Apple-Actions",
      text: """
        K=signing_temp.keychain
        security create-keychain -p "$PW" $K
        security set-keychain-settings -lut 21600 $K
        security unlock-keychain -p "$PW" $K
        security import $PLACE/certificate.p12 -k $K -f pkcs12 -T /usr/bin/codesign -T /usr/bin/security -P p12
        security set-key-partition-list -S apple-tool:,apple: -k "$PW" $K > /dev/null
        security list-keychains -d user -s $K login.keychain
        security find-identity -v -p codesigning > /dev/null
        security delete-keychain $K
        """),
    Script(
      name: "fastlane",
      text: """
        P=~/Library/Keychains/fastlane_tmp_keychain
        security create-keychain -p '' $P
        [ -f "$LATCHKEY_HOME/keychains/fastlane_tmp_keychain-db" ]
        OLD=$(security default-keychain) || OLD=
        security default-keychain -s $P
        security unlock-keychain -p '' $P
        security set-keychain-settings -t 3600 -l $P
        eval "set -- $(security list-keychains -d user | tr '\\n' ' ')"
        security list-keychains -s "$@" $P
        security import $PLACE/certificate.p12 -k $P -P p12 -T /usr/bin/codesign -T /usr/bin/security > import.out
        security -h | grep -q set-key-partition-list
        security set-key-partition-list -S apple-tool:,apple:,codesign: -s -k '' $P > /dev/null
        ! security import $PLACE/certificate.p12 -k $P -P p12 2> again.err
        grep -q 'SecKeychainItemImport.*The specified item already exists in the keychain' again.err
        security find-identity -v -p codesigning $P > /dev/null
        security find-certificate -a -c Developer -p $P | grep -q 'BEGIN CERTIFICATE'
        eval "security default-keychain -s $OLD"
        security delete-keychain $P
        [ ! -e "$LATCHKEY_HOME/keychains/fastlane_tmp_keychain-db" ]
        """),
    Script(
      name: "Travis and CircleCI",
      text: """
        K=ios-build.keychain
        security create-keychain -p travis $K
        status=0
        security create-keychain -p travis $K 2> exists.err || status=$?
        [ $status -eq 48 ]
        security default-keychain -s $K
        security unlock-keychain -p travis $K
        security -v set-keychain-settings -lut 86400 $K 2> /dev/null
        security import $PLACE/certificate.p12 -k ~/Library/Keychains/ios-build.keychain -P p12 -T /usr/bin/codesign
        security find-certificate -c Developer > /dev/null 2>&1 || security list-keychains -s login.keychain $K
        security find-certificate -c Developer > /dev/null
        security lock-keychain $K
        security unlock-keychain -p travis $K
        status=0
        security unlock-keychain -p wrong $K 2> wrong.err || status=$?
        [ $status -eq 51 ]
        security default-keychain -s login.keychain
        security delete-keychain $K
        """),
    Script(
      name: "the idiom with sed",
      text: """
        K=build.keychain
        security create-keychain -p "$PW" $K
        security list-keychains -d user -s $K $(security list-keychains -d user | sed s/\\"//g)
        security list-keychains -d user | head -1 | grep -q build.keychain-db
        security list-keychains -d user -s $K $(security list-keychains | sed s/\\"//g)
        [ "$(security list-keychains -d user | wc -l)" -eq 2 ]
        security delete-keychain $K
        [ "$(security list-keychains -d user | wc -l)" -eq 1 ]
        """),
    Script(
      name: "dotnet dev-certs",
      text: """
        L=$HOME/Library/Keychains/login.keychain-db
        security import $PLACE/certificate.p12 -k $L -t cert -f pkcs12 -P p12 -A
        security add-trusted-cert -r trustRoot -p basic -p ssl -k $L $PLACE/certificate.pem
        security verify-cert -c $PLACE/certificate.pem > /dev/null
        security find-certificate -a -c Developer -Z -p | grep -q SHA-1
        HASH=$(security find-certificate -c Developer -Z | sed -n 's/^SHA-1 hash: //p')
        security remove-trusted-cert $PLACE/certificate.pem
        security delete-certificate -Z $HASH $L
        security export -k $L -t privKeys -o keys.pem > /dev/null 2>&1
        rm keys.pem
        security erase-keychain --yes > /dev/null
        """),
  ]

  @Test(arguments: scripts) func runsUnchanged(_ script: Script) throws {
    let run = try run(script.text)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// mkcert and mac-ca change the system keychain and the trust settings of all users, as root.
  @Test func systemKeychain() throws {
    let run = try Place().run(
      in: "--mount",
      Self.preparation + """
        export HOME="$PLACE"
        cp -a /etc etc
        mount --bind etc /etc
        mount -t tmpfs none /var/lib
        S=/Library/Keychains/System.keychain
        for time in 1 2; do
          security add-trusted-cert -d -k $S certificate.pem
          [ "$(stat -c %a /var/lib/latchkey/System.keychain)" = 644 ]
          security trust-settings-export -d settings.plist
          security trust-settings-import -d settings.plist
          security find-certificate -c Developer $S > /dev/null
          security find-certificate -c Developer > /dev/null
          as_user env HOME=/ LATCHKEY_HOME=/none "$SECURITY" find-certificate -a -p $S > user.pem || :
          security verify-cert -c certificate.pem > /dev/null
          security remove-trusted-cert -d certificate.pem
          security delete-certificate -c Developer $S
        done
        ! security import certificate.p12 -k $S -P p12 2> import.err
        grep -q 'only certificates' import.err
        security find-certificate -a -p /System/Library/Keychains/SystemRootCertificates.keychain > roots.pem || :
        security find-certificate -a -p > all.pem || :
        if [ -s /etc/ssl/certs/ca-certificates.crt ]; then
          [ "$(grep -c BEGIN roots.pem)" -eq "$(grep -c BEGIN /etc/ssl/certs/ca-certificates.crt)" ]
        fi
        """)
    #expect(run.status == 0, "\(run.errors)")
  }
}
