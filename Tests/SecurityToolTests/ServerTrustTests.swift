import Foundation
import TestSupport
import Testing

/// `verify-cert` with the network: the tool connects to servers and fetches certificates of issuers.
@Suite struct ServerTrustTests {
  private let tool: Tool
  private let folder: TemporaryDirectory

  init() throws {
    tool = try Tool()
    folder = try TemporaryDirectory()
  }

  /// Runs a script in a folder with the certificates of a root, an intermediate authority and a server. The script can
  /// call `serve`, which starts a server on a free port and sets `$PORT` to the port. The server sends its certificate,
  /// and with `-cert_chain FILE` also the certificates in the file.
  private func shell(_ script: String, issuer: String? = nil) throws -> Tool.Outcome {
    try tool.shell(
      """
      set -e; cd '\(folder.path)'
      trap 'kill $SERVERS 2>/dev/null || :' EXIT
      new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "$@" 2>/dev/null; }
      sign() { openssl x509 -req -in $1.csr -CA $2.pem -CAkey $2.key -set_serial $3 -days 30 \\
        -extfile $1.ext -out $1.pem 2>/dev/null; }
      serve() {
        rm -f port; : >port
        openssl s_server -accept 127.0.0.1:0 -www -key server.key -cert server.pem "$@" >port 2>&1 &
        SERVERS="$SERVERS $!"
        for i in $(seq 600); do
          PORT=$(sed -n 's/^ACCEPT.*://p' port)
          [ -z "$PORT" ] || return 0
          sleep 0.1
        done
        cat port; return 1
      }
      verify() { "$SECURITY" verify-cert "$@" 2>&1 || echo $?; }
      new -x509 -subj /CN=Root -days 60 -keyout root.key -out root.pem
      new -subj /CN=Authority -keyout authority.key -out authority.csr
      echo 'basicConstraints=critical,CA:true' >authority.ext; sign authority root 2
      new -subj /CN=Server -keyout server.key -out server.csr
      echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' >server.ext
      \(issuer.map { "echo 'authorityInfoAccess=caIssuers;URI:\($0)' >>server.ext" } ?? ":")
      sign server authority 3
      \(script)
      """)
  }

  private static let good = "...certificate verification successful.\n"
  private static let missing =
    "Cert Verify Result: A certificate needed to complete the chain is missing.\n1\n"
  private static let otherHost = "Cert Verify Result: The certificate is for another host.\n1\n"

  @Test func serversAreJudgedByWhatTheyShow() throws {
    let run = try shell(
      """
      serve -cert_chain authority.pem
      verify -r root.pem https://localhost:$PORT/path
      verify -r root.pem https://127.0.0.1:$PORT
      verify https://127.0.0.1:$PORT
      verify -r root.pem -s www.example.org https://127.0.0.1:$PORT
      verify -r root.pem -n www.example.org https://localhost:$PORT
      verify -r root.pem -s localhost https://127.0.0.1:$PORT
      verify -r root.pem -p basic https://localhost:$PORT
      verify -r root.pem -q https://localhost:$PORT
      verify -q https://localhost:$PORT
      verify -r root.pem -P https://localhost:$PORT | grep -c BEGIN
      "$SECURITY" add-trusted-cert root.pem
      verify https://localhost:$PORT
      "$SECURITY" add-trusted-cert -r deny server.pem
      verify https://localhost:$PORT
      """)
    let good = Self.good
    #expect(
      run.text == good + good + Self.missing + Self.otherHost + Self.otherHost + good + good + "1\n"
        + "3\n" + good + "SecTrustEvaluate result: kSecTrustResultDeny\n1\n", "\(run.errors)")
  }

  @Test func serversThatShowTheirOwnCertificateAloneAreNotTrusted() throws {
    let run = try shell(
      """
      serve
      verify -L -r root.pem https://localhost:$PORT
      "$SECURITY" add-certificates authority.pem
      verify -L -r root.pem https://localhost:$PORT
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=Own -days 9 \\
        -addext subjectAltName=DNS:localhost -keyout server.key -out server.pem 2>/dev/null
      serve
      verify https://localhost:$PORT
      verify -r server.pem https://localhost:$PORT
      """)
    #expect(
      run.text == Self.missing + Self.good
        + "Cert Verify Result: The certificate is not trusted.\n1\n" + Self.good, "\(run.text)")
  }

  @Test func connectionsThatAreNotMadeAreTold() throws {
    let run = try shell(
      """
      verify https://127.0.0.1:1
      verify -q https://127.0.0.1:1
      verify 'https://[::1]:1' | sed 's/1: .*/1:/'
      verify https://server.invalid
      PATH= ; verify https://127.0.0.1:1
      PATH=.; verify -q https://127.0.0.1:1
      """)
    let prefix = "security: verify-cert: "
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 10, "\(run.text) \(run.errors)")
    guard lines.count == 10 else { return }
    #expect(lines[0] == prefix + "127.0.0.1:1: Connection refused")
    #expect(lines[1...2] == ["1", "1"])
    #expect(lines[3...4] == [prefix + "[::1]:1:", "1"])
    #expect(lines[5].hasPrefix(prefix + "server.invalid:443: "))
    #expect(
      lines[7] == prefix + "connections are made by \"openssl\", which is in no folder of PATH: "
        + "install it (Debian: apt install openssl).")
    #expect(lines[8...9] == ["1", "1"])
  }

  /// The tool connects to a server through the program `openssl`. The only data of the tool that `openssl` gets is the
  /// host. The tool ignores the output of `openssl` unless the exit status is 0.
  @Test func anotherProgramIsGivenNothingAndMustEndWell() throws {
    let run = try shell(
      """
      mkdir bin
      cat >bin/openssl <<'END'
      #!/bin/sh
      folder=${0%/bin/openssl}
      printf '%s\\n' "$@" >"$folder/arguments"
      env >"$folder/environment"
      ls /proc/$$/fd >"$folder/descriptors"
      printf ' 0 s:CN = x\\n-----BEGIN CERTIFICATE-----x\\nnonsense\\n'
      cat "$folder/server.pem" "$folder/authority.pem"
      exit $(cat "$folder/status")
      END
      chmod +x bin/openssl
      SECRET=secret; export SECRET
      echo 0 >status
      PATH="$PWD/bin:$PATH" verify -r root.pem https://localhost:8443 9<root.pem
      cat arguments
      grep -v '^_=\\|^PWD=\\|^SHLVL=\\|^OLDPWD=' environment | sort
      grep -cx 9 descriptors || :
      echo 1 >status
      PATH="$PWD/bin:$PATH" verify -r root.pem https://127.0.0.1
      cat arguments
      : >server.pem; : >authority.pem; echo 0 >status
      PATH="$PWD/bin:$PATH" verify -r root.pem https://127.0.0.1
      """)
    #expect(
      run.text == """
        \(Self.good)s_client
        -connect
        localhost:8443
        -showcerts
        -servername
        localhost
        LC_ALL=C
        PATH=/usr/bin:/bin
        0
        security: verify-cert: 127.0.0.1:443: openssl ended with 1
        1
        s_client
        -connect
        127.0.0.1:443
        -showcerts
        security: verify-cert: 127.0.0.1:443: the server showed no certificate
        1

        """, "\(run.text) \(run.errors)")
  }

  @Test func otherAddressesAreWrongUse() throws {
    for address in ["http://localhost", "https://-connect", "localhost", "https://u:pw@localhost"] {
      let run = try tool("verify-cert", address)
      #expect(run.status == 2)
      #expect(
        run.errors.hasPrefix(
          "security: the URL is no address like https://www.example.org:443\n"))
    }
    #expect(try tool("verify-cert", "https://localhost:1", "https://localhost:1").status == 2)
    #expect(try tool("verify-cert", "-c", "x", "https://localhost:1").status == 2)
  }

  @Test func missingIssuersAreFetchedUnlessThatIsForbidden() throws {
    let server = try AnswerServer()
    let made = try shell(
      """
      openssl x509 -in authority.pem -outform DER -out authority.der
      verify -c server.pem -r root.pem -L
      verify -c server.pem -r root.pem -R offline
      """, issuer: server.address + "/authority")
    #expect(made.text == Self.missing + Self.missing, "\(made.errors)")
    #expect(server.requests.isEmpty)
    server.answer(
      "/authority", .content(try folder.read("authority.der"), type: "application/pkix-cert"))
    let run = try tool.shell(
      "cd '\(folder.path)'; \"$SECURITY\" verify-cert -c server.pem -r root.pem")
    #expect(run.text == Self.good, "\(run.errors)")
    #expect(server.requests == ["/authority"])
  }
}
