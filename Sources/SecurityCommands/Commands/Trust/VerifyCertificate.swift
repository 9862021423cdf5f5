import Keychain
import KeychainModel
import CertificateTrust
import KeyFormats
import X509Certificates

/// Evaluates certificates from files or from a server.
struct VerifyCertificate {
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    let server = try server()
    var certificates: [Certificate] = []
    for file in arguments.values("c") { certificates += try CertificateFile.read(file) }
    var roots: [Certificate] = []
    for file in arguments.values("r") { roots += try CertificateFile.read(file) }
    if let server {
      do throws(CommandFailure) {
        certificates = try ServerCertificates.fetch(from: server)
      } catch {
        throw CommandFailure(status: error.status, isQuiet ? [] : error.lines)
      }
    } else if certificates.isEmpty, arguments.values("r").count == 1 {
      certificates = Array(roots.prefix(1))
    }
    guard let leaf = certificates.first else { throw .usage }
    var evaluation = TrustEvaluation(
      certificates: certificates, policies: try policies(server), date: try date())
    evaluation.anchors = roots
    evaluation.trustsSystem = !arguments.has("r")
    evaluation.mayUseNetwork = !arguments.has("L")
    evaluation.mayFetchIssuers = !arguments.has("L")
    evaluation.intermediates = try intermediates(of: leaf)
    let outcome: TrustOutcome
    do throws(CommandFailure) {
      evaluation.settings = try session.currentTrustSettings()
      outcome = try CommandFailure.translating(in: CommandSession.evaluating) {
        () throws(KeychainError) in
        let outcome = try evaluation.outcome()
        // The evaluation trusts a leaf that is one of the user's roots. This code adds a failure if trust settings deny
        // this leaf.
        guard roots.contains(where: { $0.der == leaf.der }), let settings = evaluation.settings,
          try settings.deny(leaf: leaf, for: evaluation.policies)
        else { return outcome }
        return TrustOutcome(
          chain: outcome.chain,
          failures: outcome.failures + [TrustFailure(.usageConstraints, at: 0)],
          revocation: outcome.revocation, isDecided: outcome.isDecided)
      }
    } catch {
      // If the trust settings cannot be read, no certificate is trusted. The lines of the failure contain the reason.
      throw CommandFailure(status: 1, isQuiet ? [] : error.lines)
    }
    try report(outcome)
  }

  /// Returns the server whose certificates are evaluated; nil if the command has no operand.
  private func server() throws(CommandFailure) -> HTTPAddress? {
    guard let word = arguments.operands.first else { return nil }
    guard arguments.operands.count == 1, !arguments.has("c") else { throw .usage }
    guard let server = HTTPAddress(word.text, .https) else {
      // The message does not contain the URL, because the URL may contain a password.
      throw .usage("the URL is no address like https://www.example.org:443")
    }
    return server
  }

  private var isQuiet: Bool { arguments.has("q") || session.isQuiet }

  private func report(_ outcome: TrustOutcome) throws(CommandFailure) {
    let isDenied = outcome.failures.contains { $0.check.isDenial }
    if !isQuiet {
      if let failure = outcome.reported {
        session.console.print(
          isDenied
            ? "SecTrustEvaluate result: kSecTrustResultDeny"
            : "Cert Verify Result: \(StatusMessage.text(for: failure.check.status))", to: .error)
      } else {
        session.console.print("...certificate verification successful.")
      }
      if arguments.has("v") { printFailures(outcome) }
    }
    if arguments.has("P") || arguments.has("t") { try printChain(outcome.chain) }
    guard outcome.failures.isEmpty else { throw CommandFailure(status: 1) }
  }

  private func printFailures(_ outcome: TrustOutcome) {
    for (index, certificate) in outcome.chain.enumerated() {
      let checks = outcome.failures.filter { $0.index == index }.map(\.check.rawValue)
      let failed = checks.isEmpty ? "" : ": failed \(checks.joined(separator: ", "))"
      session.console.print("Certificate \(index): \(TerminalSafeText.of(certificate.label))\(failed)")
    }
  }

  private func printChain(_ chain: [Certificate]) throws(CommandFailure) {
    for certificate in chain {
      let text = try CommandFailure.translating(in: CommandSession.evaluating) {
        () throws(KeychainError) in
        var text: [UInt8] = []
        if arguments.has("t") {
          text += TerminalSafeText.of(lines: try certificate.readableText()).utf8
        }
        if arguments.has("P") {
          text += try ExternalItemWriter(.x509Certificate, isPEM: true)
            .write([.certificate(certificate)])
        }
        return text
      }
      session.console.write(text)
    }
  }

  // MARK: Options

  private func policies(_ server: HTTPAddress?) throws(CommandFailure) -> [TrustPolicy] {
    let name = arguments.value("n")?.text
    let usual: Word = server == nil ? "basic" : "ssl"
    var policies: [TrustPolicy] = []
    for word in arguments.has("p") ? arguments.values("p") : [usual] {
      policies.append(
        try PolicyName.policy(
          word, of: "verify-cert", isClient: arguments.has("C"),
          host: arguments.value("s")?.text ?? name ?? server?.host,
          address: arguments.value("e")?.text ?? name))
    }
    var flags: UInt = 0
    for word in arguments.values("R") {
      switch word.text {
      case "ocsp": flags |= 1
      case "crl": flags |= 2
      case "require": flags |= 8
      case "offline": flags |= 16
      default: throw .usage("-R: \"\(word.text)\" is not ocsp, crl, require or offline")
      }
    }
    // If the options name neither `ocsp` nor `crl`, both methods are used.
    if flags != 0 { policies.append(.revocation(flags: flags & 3 == 0 ? flags | 3 : flags)) }
    return policies
  }

  /// Returns the time at which the certificates must be valid, in seconds since 2001-01-01 00:00:00 UTC.
  private func date() throws(CommandFailure) -> Double {
    guard let word = arguments.value("d") else { return SystemClock().now }
    var numbers: [Int] = []
    let isWellFormed = zip(word.bytes, Array("0000-00-00-00:00:00".utf8)).allSatisfy {
      (letter, pattern) in
      guard pattern == UInt8(ascii: "0") else {
        numbers.append(0)
        return letter == pattern
      }
      guard (0x30...0x39).contains(letter) else { return false }
      if numbers.isEmpty { numbers.append(0) }
      numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(letter - 0x30)
      return true
    }
    guard isWellFormed, word.bytes.count == 10 || word.bytes.count == 19, numbers.count >= 3,
      let time = UTCTime(
        year: numbers[0], month: numbers[1], day: numbers[2],
        hour: numbers.count > 3 ? numbers[3] : 0, minute: numbers.count > 4 ? numbers[4] : 0,
        second: numbers.count > 5 ? numbers[5] : 0)
    else { throw .usage("-d: \"\(word.text)\" is not YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss") }
    return time.sinceReference
  }

  /// Returns the certificates of the keychain that can be part of the chain. The function does not create a keychain.
  private func intermediates(of leaf: Certificate) throws(CommandFailure) -> [Certificate] {
    try session.checkKeychains(arguments.values("k"))
    let withoutName = arguments.options.contains { $0.name == "n" && $0.value == nil }
    guard !arguments.has("N"), !withoutName else { return [] }
    guard let keychain = try? session.keychain(), (try? keychain.isPresent()) == true else {
      return []
    }
    return IssuerNames(try StoredCertificate.all(.certificate, of: session)).above(leaf)
  }
}

extension Command {
  static let verifyCertificate = Command(
    "verify-cert", "Verify certificates.",
    synopsis:
      "[-c file ...] [-r file ...] [-p policy ...] [-C] [-d date] [-k keychain] [-n [name]] [-NLlqvPt] "
      + "[-e address] [-s host] [-R method ...] [url]",
    details: [
      "-c  the certificate to verify, in PEM or DER, and then those that lead upwards from it",
      "-r  roots to trust in place of the system's; a single one without -c verifies itself",
      "-p  basic (unless another is named; with a URL ssl), ssl, smime, codeSign, timestamping, or their "
        + "identifiers",
      "-C  a certificate for ssl is a client's",
      "-d  the date to verify for: YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss, UTC",
      "-k  the keychain to look for issuers in; there is one",
      "-n  the host or the address that the certificate must be for; without a name, as -N",
      "-N  look for issuers in no keychain",
      "-L  fetch no missing issuers, and ask nobody over the network whether any was revoked",
      "-l  the certificate may be an authority: it always may",
      "-e  the address that it must be for, with -p smime",
      "-s  the host that it must be for, with -p ssl; with a URL that of the URL",
      "-R  check that none was revoked: ocsp, crl, require (fail when nothing is known), offline (ask nobody, fetch nothing)",
      "-q  say nothing",
      "-v  say which checks each certificate failed",
      "-P  print the chain in PEM",
      "-t  print the chain as text",
      "url  https://host[:port]: the certificates that this server shows, instead of -c; openssl connects",
      "Trust settings count.",
    ],
    options: OptionSyntax(
      "c:r:p:Cd:k:n:NLle:s:R:qvPt",
      values: [
        "c": .file, "r": .file, "p": .words(PolicyName.names), "k": .keychain,
        "R": .words(["ocsp", "crl", "require", "offline"]),
      ], mayLackValue: ["n"], yieldingToOptions: ["n"])
  ) { (arguments, session) throws(CommandFailure) in
    try VerifyCertificate(session: session, arguments: arguments).run()
  }
}
