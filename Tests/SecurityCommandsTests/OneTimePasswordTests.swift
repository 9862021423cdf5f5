import Keychain
import KeychainCrypto
import KeychainModel
import Testing

@testable import SecurityCommands

/// One-time passwords (RFC 6238), and the formats in which programs store their seeds.
@Suite struct OneTimePasswordTests {
  private static let url = "otpauth://totp/Shop:anna?secret="

  private func base32(_ bytes: some Sequence<UInt8>) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var bits = bytes.flatMap { byte in (0..<8).reversed().map { Int(byte >> $0 & 1) } }
    while bits.count % 5 != 0 { bits.append(0) }
    return String(
      stride(from: 0, to: bits.count, by: 5)
        .map { letters[bits[$0..<($0 + 5)].reduce(0) { $0 * 2 + $1 }] })
  }

  private func code(_ text: String, at time: Int64) throws -> String {
    let seed = try OneTimePasswordSeed(Array(text.utf8))
    return String(decoding: try OneTimePassword(seed, at: time).code, as: UTF8.self)
  }

  /// The test vectors of RFC 6238, appendix B. Each seed is ASCII digits, and is as long as the output of the hash
  /// function (erratum 2866).
  @Test(
    arguments: [
      (59, "94287082", "46119246", "90693936"),
      (1_111_111_109, "07081804", "68084774", "25091201"),
      (1_111_111_111, "14050471", "67062674", "99943326"),
      (1_234_567_890, "89005924", "91819424", "93441116"),
      (2_000_000_000, "69279037", "90698825", "38618901"),
      (20_000_000_000, "65353130", "77737706", "47863826"),
    ] as [(Int64, String, String, String)])
  func vectorsOfTheStandard(time: Int64, sha1: String, sha256: String, sha512: String) throws {
    for (hash, length, expected) in [
      ("SHA1", 20, sha1), ("SHA256", 32, sha256), ("SHA512", 64, sha512),
    ] {
      let digits = (1...length).map { UInt8(ascii: "0") + UInt8($0 % 10) }
      let url = "\(Self.url)\(base32(digits))&algorithm=\(hash)&digits=8"
      #expect(try code(url, at: time) == expected, "\(hash)")
    }
  }

  private let seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  @Test func sixDigitsEveryThirtySecondsUnlessTheURLSaysOtherwise() throws {
    #expect(try code(seed, at: 59) == "287082")
    #expect(try code("\(Self.url)\(seed)&issuer=Shop&image=x", at: 59) == "287082")
    #expect(try code("\(Self.url)\(seed)&period=60", at: 119) == "287082")
    #expect(
      try code("OTPAUTH://TOTP/x?SECRET=\(seed)&algorithm=sha1&digits=7#f", at: 59) == "4287082")
    let parsed = try OneTimePasswordSeed(Array(seed.utf8))
    #expect(try OneTimePassword(parsed, at: 59).remaining == 1)
    #expect(try OneTimePassword(parsed, at: 60).remaining == 30)
    #expect(try OneTimePassword(parsed, at: -5).remaining == 30)
  }

  @Test func seedsAreReadAsPeopleWriteThem() throws {
    for text in [
      seed.lowercased(), " gezd gnbv-gy3t qojq gezd gnbv gy3t qojq\n", "\(seed)====",
      "\(Self.url)%47EZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ%3D",
    ] { #expect(try code(text, at: 59) == "287082", "\(text)") }
    #expect(Base32.decode("MY======".utf8) == Array("f".utf8))
    #expect(Base32.decode("MZXW6YTBOI".utf8) == Array("foobar".utf8))
    #expect(Base32.decode("MZXW6YTBO".utf8) == Array("fooba".utf8))
    for text in ["M1", "M=Y", "ä"] { #expect(Base32.decode(text.utf8) == nil) }
  }

  @Test(arguments: [
    ("hunter2!", "neither a seed in Base32 nor an otpauth:// URL"), ("", "the seed is empty"),
    ("otpauth://hotp/x?secret=AAAA&counter=1", "counter-based codes (HOTP) are not supported"),
    ("otpauth://yotp/x?secret=AAAA", "neither totp nor hotp"), ("steam://ABCD", "Steam"),
    ("otpauth://totp/x?issuer=y", "has no secret"), ("otpauth://totp/x", "malformed"),
    ("otpauth:totp", "malformed"), ("otpauth://totp/x?secret=AAAA&secret=BBBB", "twice"),
    ("otpauth://totp/x?secret=A%4", "malformed"), ("otpauth://totp/x?secret=", "empty"),
    ("otpauth://totp/x?secret=AAAA&digits=5", "digits"),
    ("otpauth://totp/x?secret=AAAA&digits=11", "digits"),
    ("otpauth://totp/x?secret=AAAA&digits=+6", "digits"),
    ("otpauth://totp/x?secret=AAAA&digits=%2B6", "digits"),
    ("otpauth://totp/x?secret=AAAA&period=0", "period"),
    ("otpauth://totp/x?secret=AAAA&period=%2B30", "period"),
    ("otpauth://totp/x?secret=AAAA&algorithm=MD5", "algorithm"),
    ("otpauth://totp/x?secret=AAAA&encoder=steam", "another form"),
  ]) func textThatIsNoSeedIsRefusedWithASentence(text: String, reason: String) throws {
    let failure = #expect(throws: OneTimePasswordSeed.Failure.self) {
      _ = try OneTimePasswordSeed(Array(text.utf8))
    }
    #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")")
  }

  // MARK: The command

  private let keychain = FakeKeychain()

  private func add(_ words: Word...) {
    #expect(ToolRun(["add-generic-password"] + words, in: keychain).status == 0)
  }

  private func otp(_ words: Word..., terminals: Set<OutputStream> = []) -> ToolRun {
    let streams = MemoryStreams(terminals: terminals)
    let keychain = keychain
    let session = CommandSession(streams: streams) { () throws(KeychainError) in keychain.client }
    session.wallClock = { 59 }
    return ToolRun(["otp"] + words, in: session, streams: streams)
  }

  @Test func codeOfAnItemIsPrinted() {
    add("-s", "Shop", "-a", "anna", "-C", "totp", "-w", Word(seed.utf8))
    let run = otp("-s", "Shop")
    #expect(run.status == 0)
    #expect(run.output == "287082\n")
    #expect(run.errors.isEmpty)
    #expect(otp("sho", terminals: [.error]).errors == "valid for 1 s\n")
    #expect(otp("-s", "Shop", "-a", "ben").status == 44)
    #expect(otp().status == 2)
  }

  @Test func seedComesBeforeTheLoginThatItBelongsTo() {
    add("-s", "shop.example.com", "-a", "anna", "-w", "hunter2")
    add(
      "-s", "otp:https://shop.example.com/in", "-a", "anna", "-C", "totp", "-w", Word(seed.utf8))
    for words: [Word] in [
      ["-s", "shop.example.com"], ["-s", "https://shop.example.com/in"], ["SHOP"],
      ["-s", "otp:https://shop.example.com/in"], ["shop.example.com"],
    ] {
      let streams = MemoryStreams()
      let keychain = keychain
      let session = CommandSession(streams: streams) { () throws(KeychainError) in keychain.client }
      session.wallClock = { 59 }
      #expect(
        ToolRun(["otp"] + words, in: session, streams: streams).output == "287082\n", "\(words)")
    }
  }

  /// A password may look like a seed. A code that is computed from a password would be wrong, so the tool refuses to
  /// compute the code.
  @Test func passwordThatLooksLikeASeedIsNone() {
    add("-s", "Site", "-a", "anna", "-w", "abcdefgh")
    let run = otp("-s", "Site")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("the item is no seed") && run.errors.contains("--base32"))
    #expect(otp("-s", "Site", "--base32").output.utf8.count == 7)
    add("-s", "Own", "-a", "anna", "-w", Word("\(Self.url)\(seed)".utf8))
    #expect(otp("-s", "Own").output == "287082\n")
  }

  @Test func seedInACommentIsPrintedWhereThePasswordIs() {
    add("-s", "mail", "-a", "anna", "-w", "pw", "-j", Word("\(Self.url)\(seed)".utf8))
    let commands: [([Word], Bool)] = [
      (["find-generic-password", "-s", "mail"], false),
      (["find-generic-password", "-s", "mail", "-g"], true),
      (["dump-keychain"], false), (["dump-keychain", "-d"], true),
      (["ls"], false), (["ls", "--json"], false), (["search", "mail"], false),
    ]
    for (words, shows) in commands {
      let run = ToolRun(words, in: keychain)
      #expect(run.status == 0 && !run.output.isEmpty, "\(words)")
      #expect(run.output.contains(seed) == shows, "\(words)")
    }
    let found = ToolRun(["find-generic-password", "-s", "mail"], in: keychain)
    #expect(found.output.contains("\"icmt\"<blob>=\"otpauth://...\"\n"))
  }

  @Test func seedInACommentIsFound() {
    add("-s", "mail", "-a", "anna", "-w", "pw", "-j", Word("x\n\(Self.url)\(seed)\ny".utf8))
    #expect(otp("-s", "mail").output == "287082\n")
  }

  @Test func severalItemsAreRefusedByName() {
    add("-s", "Shop", "-a", "anna", "-C", "totp", "-w", Word(seed.utf8))
    add("-s", "Shop", "-a", "ben", "-C", "totp", "-w", Word(seed.utf8))
    let run = otp("Shop")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.contains("security: genp\tShop\tanna\tShop\nsecurity: genp\tShop\tben\tShop\n"))
    #expect(otp("Shop", "-a", "ben").output == "287082\n")
  }

  @Test func failureSaysNothingOfTheSecret() {
    add("-s", "Shop", "-a", "anna", "-w", "hunter2!")
    let run = otp("-s", "Shop", "--base32")
    #expect(run.status == 1)
    #expect(
      run.errors
        == "security: otp: the secret is neither a seed in Base32 nor an otpauth:// URL.\n")
    add("-s", "Counter", "-a", "anna", "-w", "otpauth://hotp/x?secret=AAAA&counter=3")
    #expect(otp("-s", "Counter").errors.contains("counter-based codes (HOTP) are not supported"))
  }
}
