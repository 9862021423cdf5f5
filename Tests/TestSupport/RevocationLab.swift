import Foundation

/// A root certificate, an intermediate certificate, a leaf certificate for www.example.org, and revocation data. The
/// `openssl` command creates everything.
public final class RevocationLab: Sendable {
  /// The owners of a key and a certificate.
  public enum Signer: String, Sendable {
    /// The root authority. Its certificate is self-signed.
    case root
    /// An intermediate authority. The root issued its certificate.
    case authority
    /// A server. The intermediate authority issued its leaf certificate for www.example.org.
    case leaf
    /// An OCSP responder. The intermediate authority issued its certificate, which permits OCSP signing.
    case responder
    /// A server. The intermediate authority issued its certificate, which does not permit OCSP signing.
    case clerk
    /// An OCSP responder like `responder`, whose certificate is signed with SHA-1.
    case veteran
    /// An authority with a self-signed certificate and the same name as `authority`.
    case stranger
  }

  private let folder: TemporaryDirectory

  /// Creates the keys and the certificates.
  ///
  /// - Parameters:
  ///   - address: A base address. The leaf certificate names three resources below this address: the OCSP responder,
  ///     the revocation list, and the certificate of the issuer.
  ///   - signsLists: Whether the key usage of the authorities permits signing revocation lists.
  public init(address: String = "http://127.0.0.1:9", signsLists: Bool = true) throws {
    folder = try TemporaryDirectory()
    try write(
      """
      [ca]
      default_ca = authority
      [authority]
      database = index
      default_md = sha256
      crl_extensions = list
      [list]
      authorityKeyIdentifier = keyid
      [delta]
      authorityKeyIdentifier = keyid
      2.5.29.27 = critical, ASN1:INTEGER:1
      issuingDistributionPoint = critical, @reasons
      [reasons]
      onlysomereasons = \(Self.reasons)
      [authority_extensions]
      basicConstraints = critical, CA:TRUE
      keyUsage = keyCertSign\(signsLists ? ", cRLSign" : "")
      subjectKeyIdentifier = hash
      [leaf_extensions]
      subjectAltName = DNS:www.example.org
      authorityInfoAccess = OCSP;URI:\(address)/ocsp, caIssuers;URI:\(address)/authority
      crlDistributionPoints = URI:\(address)/list
      [responder_extensions]
      extendedKeyUsage = OCSPSigning
      [clerk_extensions]
      extendedKeyUsage = serverAuth
      """, to: "openssl.cnf")
    try run(
      """
      key() { openssl ecparam -name prime256v1 -genkey -noout -out $1.key; }
      own() {
        key $1
        openssl req -new -x509 -key $1.key -subj "/CN=$2" -days 365 -config openssl.cnf \\
          -extensions authority_extensions -out $1.pem -set_serial 1
      }
      issue() {
        key $1
        openssl req -new -key $1.key -subj "/CN=$2" -config openssl.cnf -out $1.csr
        openssl x509 -req -in $1.csr -CA $3.pem -CAkey $3.key -set_serial $4 -days 365 \\
          -extfile openssl.cnf -extensions $5_extensions $6 -out $1.pem
      }
      printf '[req]\\ndistinguished_name = name\\n[name]\\n' >> openssl.cnf
      own root Root
      own stranger Authority
      issue authority Authority root 2 authority
      issue leaf Leaf authority 3 leaf
      issue responder Responder authority 4 responder
      issue clerk Clerk authority 5 clerk
      issue veteran Veteran authority 6 responder -sha1
      """)
  }

  private static let reasons = """
    keyCompromise, CACompromise, affiliationChanged, superseded, cessationOfOperation, certificateHold, \
    privilegeWithdrawn, AACompromise
    """

  /// Returns the DER encoding of an owner's certificate.
  public func certificate(_ signer: Signer) throws -> [UInt8] {
    try run("openssl x509 -in \(signer).pem -outform DER -out output")
    return try folder.read("output")
  }

  /// Returns the DER encoding of a revocation list.
  ///
  /// - Parameters:
  ///   - issuer: The issuer of the list.
  ///   - serial: The serial number of the revoked certificate; nil for an empty list.
  ///   - reason: The reason of the revocation.
  ///   - signer: The owner who signs the list; nil for the issuer.
  ///   - isDelta: Whether the list is a delta list. The delta list covers all reasons.
  public func list(
    of issuer: Signer, revoking serial: Int? = nil, reason: String = "keyCompromise",
    signer: Signer? = nil, digest: String = "sha256", isDelta: Bool = false
  ) throws -> [UInt8] {
    let signer = signer ?? issuer
    let line = serial.map {
      "R\\t990101000000Z\\t\(Self.yesterday),\(reason)\\t0\($0)\\tunknown\\t/CN=X\\n"
    }
    try run(
      """
      printf '\(line ?? "")' > index
      openssl ca -gencrl -config openssl.cnf -cert \(signer).pem -keyfile \(signer).key \\
        -md \(digest) -crldays 7 -crlexts \(isDelta ? "delta" : "list") -out list.pem
      openssl crl -in list.pem -outform DER -out output
      """)
    return try folder.read("output")
  }

  /// Returns an empty revocation list without the time of the next update. The `openssl` command cannot create such a
  /// list. So this function removes the time from a list and signs the list again.
  public func listWithoutEnd(of issuer: Signer) throws -> [UInt8] {
    // A revocation list is a SEQUENCE of the signed part, the algorithm and the signature.
    let signed = Self.parts(try list(of: issuer))[0]
    // The signed part is a SEQUENCE of INTEGER, AlgorithmIdentifier, Name, Time, Time, and so on.
    var parts = Self.parts(signed)
    parts.remove(at: 4)
    let content = Self.element(0x30, parts.flatMap { $0 })
    try folder.write(content, to: "signed")
    try run("openssl dgst -sha256 -sign \(issuer).key -out signature signed")
    let signature = Self.element(0x03, [0] + (try folder.read("signature")))
    return Self.element(0x30, content + parts[1] + signature)
  }

  /// Returns the encoded elements of a DER sequence.
  private static func parts(_ sequence: [UInt8]) -> [[UInt8]] {
    func header(_ bytes: ArraySlice<UInt8>) -> (header: Int, content: Int) {
      let first = Int(bytes[bytes.startIndex + 1])
      guard first >= 0x80 else { return (2, first) }
      let count = first & 0x7F
      let length = bytes.dropFirst(2).prefix(count).reduce(0) { $0 << 8 | Int($1) }
      return (2 + count, length)
    }
    var rest = sequence[...].dropFirst(header(sequence[...]).header)
    var parts: [[UInt8]] = []
    while !rest.isEmpty {
      let (head, content) = header(rest)
      parts.append(Array(rest.prefix(head + content)))
      rest = rest.dropFirst(head + content)
    }
    return parts
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length: [UInt8] =
      content.count < 0x80
      ? [UInt8(content.count)] : [0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
    return [tag] + length + content
  }

  /// Returns the DER encoding of an OCSP response about a certificate.
  ///
  /// - Parameters:
  ///   - reason: The reason of the revocation.
  ///   - signer: The owner who signs the response; nil for the issuer.
  ///   - days: The number of days for which the response is valid; nil for a response without the time of the next
  ///     update.
  public func answer(
    of certificate: Signer, issuer: Signer, isRevoked: Bool = false,
    reason: String = "keyCompromise", signer: Signer? = nil, days: Int? = 7
  ) throws -> [UInt8] {
    let signer = signer ?? issuer
    let line =
      isRevoked
      ? "R\\t990101000000Z\\t\(Self.yesterday),\(reason)" : "V\\t990101000000Z\\t"
    let serial = [.authority: 2, .leaf: 3, .responder: 4][certificate] ?? 5
    try run(
      """
      printf '\(line)\\t0\(serial)\\tunknown\\t/CN=X\\n' > index
      openssl ocsp -issuer \(issuer).pem -cert \(certificate).pem -no_nonce -reqout request
      openssl ocsp -index index -CA \(issuer).pem -rsigner \(signer).pem -rkey \(signer).key \\
        -reqin request -respout output \(days.map { "-ndays \($0)" } ?? "")
      """)
    return try folder.read("output")
  }

  private static var yesterday: String {
    var time = time(nil) - 86_400
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%y%m%d%H%M%SZ", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array((text + "\n").utf8), to: name)
  }

  private func run(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: folder("log")) ?? .nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(script: script) }
  }

  private struct Failure: Error { let script: String }
}
