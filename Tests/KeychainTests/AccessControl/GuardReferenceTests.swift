import CArgon2
import COpenSSL
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import Testing

@testable import Keychain
@testable import RowSealing

/// Opens guarded rows as docs/file-format.md describes. The test uses offsets and the functions of libargon2 and
/// OpenSSL, but no code of Latchkey that writes or opens guards. The class keys open only the outer layer of a row.
@Suite struct GuardReferenceTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let caller = Caller(accessGroups: ["app"])
  private let secret = Array("the secret".utf8)
  private let comment = Array("the comment".utf8)

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
    try keychain.setPasscode(passcode("1234"))
  }

  /// The constraints are presence, an application password, and both.
  @Test(arguments: [1, 1 << 31, 1 | 1 << 31] as [UInt64], ["ak", "dk"])
  func whatIsBehindAGuardTakesWhatItAsksFor(_ constraints: UInt64, _ accessible: String) throws {
    let needsPassword = constraints & 1 << 31 != 0
    let needsProof = constraints & 1 != 0
    _ = try keychain.perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("s"), .accessible: .string(accessible), .comment: .data(comment),
            .accessControl: .number(Int64(constraints)),
          ]), secret: secret)),
      as: caller, with: AccessCredential(applicationPassword: passcode("password")))
    let authentication = try keychain.authenticationKey(for: passcode("1234"))
    let authenticationKey = try authentication.withBytes { Array($0) }

    try keychain.read { (session) throws(KeychainError) in
      var count = 0
      try session.connection.forEachRow(of: .genericPassword) { (_, row) throws(KeychainError) in
        guard let row else { throw KeychainError(.unexpected, "the row is damaged") }
        count += 1
        try check(
          row, session.sealer, constraints, needsProof ? authenticationKey : nil,
          needsPassword ? Array("password".utf8) : nil)
        return true
      }
      #expect(count == 1)
    }
  }

  private func check(
    _ row: ItemRow, _ sealer: RowSealer, _ constraints: UInt64, _ authenticationKey: [UInt8]?,
    _ password: [UInt8]?
  ) throws(KeychainError) {
    let binding = try RowBinding.withMetadata(of: row, .genericPassword, sealer.vaultID) { Array($0) }
    let classMetadata = try sealer.ciphers.metadataCipher(row.keyID)
    let classSecret = try sealer.ciphers.secretCipher(row.keyID)
    let outer = try require(orThrow: try classMetadata.opened(row.metadata, binding))
    #expect(!outer.contains(secret) && !outer.contains(comment))
    // The outer layer has one entry: its number, its type, its length (seven bits in each byte), the guard and the
    // sealed data.
    #expect(Array(outer[..<2]) == [254, 2])
    let start = 2 + (outer[2...].firstIndex { $0 < 0x80 } ?? 0) - 1
    let length = outer[2..<start].reversed().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    #expect(outer.count == start + length)
    let itemGuard = Array(outer[start..<start + 109])
    let sealed = Array(outer[(start + 109)...])
    #expect(itemGuard[0] == 1)
    #expect(itemGuard[1..<9].reversed().reduce(0) { $0 << 8 | UInt64($1) } == constraints)

    // The class keys open neither the inner metadata nor the secret of the row.
    let rowSecret = try require(orThrow: row.secret)
    for cipher in [classMetadata, classSecret] {
      #expect(try cipher.opened(sealed, itemGuard) == nil)
      #expect(try cipher.opened(sealed, binding) == nil)
    }

    func keys(_ authenticationKey: [UInt8]?, _ password: [UInt8]?) -> [UInt8] {
      var input = Array(itemGuard[9..<41])
      if let authenticationKey {
        input += Self.agreed(authenticationKey, with: Array(itemGuard[49..<81]))
      }
      var salt = [UInt8](repeating: 0, count: 32)
      if let password {
        let name = Array("latchkey application password".utf8) + sealer.vaultID.bytes
        salt = Self.stretched(password, Array(Self.sha256(name)[..<16]), itemGuard[81..<93])
      }
      return Self.derived(
        input, salt,
        Array("latchkey guarded item".utf8) + sealer.vaultID.bytes + Array("genp".utf8)
          + row.identifier.bytes + itemGuard[..<93], 80)
    }
    let right = keys(authenticationKey, password)
    #expect(Array(right[64...]) == Array(itemGuard[93...]))
    let metadata = try XAES256GCM(bytes: Array(right[..<32]))
    let inner = try require(orThrow: try metadata.opened(sealed, itemGuard))
    #expect(inner.contains(comment))
    // The descriptor of the secret is the last entry of the metadata. The descriptor ends with the nonce of the secret.
    let nonce = try require(orThrow: inner.nonceOfSecret)
    let content = try RowBinding.withSecret(of: row.identifier, .genericPassword, sealer.vaultID) {
      Array($0)
    }
    let rightSecret = try XAES256GCM(bytes: Array(right[32..<64]))
    #expect(try rightSecret.opened(nonce + rowSecret, content) == [0] + secret)
    #expect(try classSecret.opened(nonce + rowSecret, content) == nil)

    // If a required proof is missing or wrong, the derived keys are different.
    for wrong in [
      authenticationKey == nil ? nil : keys(nil, password),
      password == nil ? nil : keys(authenticationKey, nil),
      password == nil ? nil : keys(authenticationKey, Array("Password".utf8)),
    ].compactMap({ $0 }) {
      #expect(Array(wrong[64...]) != Array(itemGuard[93...]))
      #expect(try XAES256GCM(bytes: Array(wrong[..<32])).opened(sealed, itemGuard) == nil)
      #expect(
        try XAES256GCM(bytes: Array(wrong[32..<64])).opened(nonce + rowSecret, content) == nil)
    }
  }

  // MARK: The functions of others

  private static func agreed(_ privateKey: [UInt8], with publicKey: [UInt8]) -> [UInt8] {
    let own = EVP_PKEY_new_raw_private_key_ex(nil, "X25519", nil, privateKey, privateKey.count)
    let other = EVP_PKEY_new_raw_public_key_ex(nil, "X25519", nil, publicKey, publicKey.count)
    let context = EVP_PKEY_CTX_new(own, nil)
    defer {
      EVP_PKEY_CTX_free(context)
      EVP_PKEY_free(own)
      EVP_PKEY_free(other)
    }
    var output = [UInt8](repeating: 0, count: 32)
    var count = output.count
    #expect(EVP_PKEY_derive_init(context) == 1)
    #expect(EVP_PKEY_derive_set_peer(context, other) == 1)
    #expect(EVP_PKEY_derive(context, &output, &count) == 1)
    return output
  }

  /// Argon2id with the given costs. The costs are the number of passes, the KiB of memory and the number of lanes, with
  /// four bytes each.
  private static func stretched(
    _ password: [UInt8], _ salt: [UInt8], _ cost: ArraySlice<UInt8>
  ) -> [UInt8] {
    let numbers = stride(from: cost.startIndex, to: cost.endIndex, by: 4).map { start in
      cost[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    var output = [UInt8](repeating: 0, count: 32)
    let status = argon2id_hash_raw(
      numbers[0], numbers[1], numbers[2], password, password.count, salt, salt.count, &output,
      output.count)
    #expect(status == ARGON2_OK.rawValue)
    return output
  }

  private static func sha256(_ data: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    var count = 0
    #expect(EVP_Q_digest(nil, "SHA256", nil, data, data.count, &output, &count) == 1)
    return output
  }

  /// Derives a key with HKDF-SHA-256 (RFC 5869).
  private static func derived(
    _ input: [UInt8], _ salt: [UInt8], _ info: [UInt8], _ count: Int
  ) -> [UInt8] {
    let key = hmac(salt, input)
    var output: [UInt8] = []
    var block: [UInt8] = []
    var number: UInt8 = 1
    while output.count < count {
      block = hmac(key, block + info + [number])
      output += block
      number += 1
    }
    return Array(output[..<count])
  }

  private static func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    var count = 0
    _ = EVP_Q_mac(
      nil, "HMAC", nil, "SHA256", nil, key, key.count, data, data.count, &output, 32, &count)
    return output
  }
}

extension XAES256GCM {
  fileprivate convenience init(bytes: [UInt8]) throws(KeychainError) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    try self.init(key: UnsafeRawBufferPointer(copy))
  }

  /// Opens a message of the form nonce ‖ ciphertext ‖ tag. Returns nil when the message is not authentic.
  fileprivate func opened(_ message: [UInt8], _ context: [UInt8]) throws(KeychainError) -> [UInt8]? {
    let start = SealingNonce.byteCount
    guard message.count >= start + Self.tagByteCount,
      let nonce = message.withUnsafeBytes({
        SealingNonce(UnsafeRawBufferPointer(rebasing: $0[..<start]))
      })
    else { return nil }
    let sealed = Array(message[start...])
    var output = [UInt8](repeating: 0, count: sealed.count - Self.tagByteCount)
    do throws(KeychainError) {
      try withUnsafeBuffers(sealed[...], context, &output) { (sealed, context, output) throws(KeychainError) in
        try open(sealed, nonce: nonce, authenticating: context, into: output)
      }
    } catch {
      guard error.code == .decode else { throw error }
      return nil
    }
    return output
  }
}

extension [UInt8] {
  /// The nonce of the secret: the last 24 bytes of the entry with the number 255 and the type 1.
  fileprivate var nonceOfSecret: [UInt8]? {
    guard count > 27, self[count - 27] == 255, self[count - 26] == 1 else { return nil }
    return suffix(24)
  }

  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}

/// Returns the value, or throws when the value is nil. Like `#require`, but for functions that throw `KeychainError`.
private func require<Value>(orThrow value: Value?) throws(KeychainError) -> Value {
  guard let value else { throw KeychainError(.unexpected, "there is nothing") }
  return value
}
