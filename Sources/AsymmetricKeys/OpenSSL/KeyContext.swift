import COpenSSL
import KeychainModel
import OpenSSLSupport
import Synchronization

/// An OpenSSL context that is prepared for one key and one algorithm. Only one thread at a time may use the context.
final class KeyContext {
  let purpose: Purpose
  let pointer: OpaquePointer

  /// The operation and the padding for which a context is prepared.
  enum Purpose: Hashable {
    case sign(SignaturePadding)
    case verify(SignaturePadding)
    case recover
    case encrypt(EncryptionPadding)
    case decrypt(EncryptionPadding)
  }

  enum SignaturePadding: Hashable {
    case none
    case pkcs1(HashAlgorithm?)
    case pss(HashAlgorithm)
    case ecdsa
  }

  enum EncryptionPadding: Hashable {
    case none
    case pkcs1
    case oaep(HashAlgorithm)
  }

  init(_ key: OpaquePointer, _ purpose: Purpose) throws(KeychainError) {
    guard let pointer = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      throw openSSLFailure("prepare a key")
    }
    self.purpose = purpose
    self.pointer = pointer
    // `deinit` frees `pointer`, even when the preparation fails.
    guard prepare() else { throw openSSLFailure("prepare a key") }
  }

  deinit { EVP_PKEY_CTX_free(pointer) }

  private func prepare() -> Bool {
    switch purpose {
    case .sign(let padding): EVP_PKEY_sign_init(pointer) == 1 && set(padding)
    case .verify(let padding): EVP_PKEY_verify_init(pointer) == 1 && set(padding)
    case .recover: EVP_PKEY_verify_recover_init(pointer) == 1 && pad(RSA_NO_PADDING)
    case .encrypt(let padding): EVP_PKEY_encrypt_init(pointer) == 1 && set(padding)
    case .decrypt(let padding): EVP_PKEY_decrypt_init(pointer) == 1 && set(padding)
    }
  }

  private func set(_ padding: SignaturePadding) -> Bool {
    switch padding {
    case .none: pad(RSA_NO_PADDING)
    case .pkcs1(nil): pad(RSA_PKCS1_PADDING)
    case .pkcs1(let hash?):
      pad(RSA_PKCS1_PADDING) && EVP_PKEY_CTX_set_signature_md(pointer, hash.method) == 1
    case .pss(let hash):
      pad(RSA_PKCS1_PSS_PADDING) && EVP_PKEY_CTX_set_signature_md(pointer, hash.method) == 1
        && EVP_PKEY_CTX_set_rsa_mgf1_md(pointer, hash.method) == 1
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(pointer, Int32(hash.byteCount)) == 1
    case .ecdsa: true
    }
  }

  private func set(_ padding: EncryptionPadding) -> Bool {
    switch padding {
    case .none: return pad(RSA_NO_PADDING)
    case .pkcs1:
      guard pad(RSA_PKCS1_PADDING) else { return false }
      // When the padding is wrong, OpenSSL may return random data instead of an error. This parameter requests the
      // error (compatibility: D34). OpenSSL versions without this parameter always return the error.
      _ = EVP_PKEY_CTX_ctrl_str(pointer, "rsa_pkcs1_implicit_rejection", "0")
      ERR_clear_error()
      return true
    case .oaep(let hash):
      return pad(RSA_PKCS1_OAEP_PADDING)
        && EVP_PKEY_CTX_set_rsa_oaep_md(pointer, hash.method) == 1
        && EVP_PKEY_CTX_set_rsa_mgf1_md(pointer, hash.method) == 1
    }
  }

  private func pad(_ padding: Int32) -> Bool {
    EVP_PKEY_CTX_set_rsa_padding(pointer, padding) == 1
  }
}

/// Stores the last used context for the next operation. Preparing a new context takes a considerable part of the time
/// of a signature.
///
/// A thread removes the context from the slot while it uses the context. Another thread then finds an empty slot and
/// creates its own context. The slot needs no lock, so a fork cannot leave the slot locked in the child process.
final class KeyContextSlot: Sendable {
  /// The address of the context; 0 when the slot is empty.
  private let kept = Atomic<UInt>(0)

  deinit { _ = exchange(nil) }

  /// Runs `body` with a context for a purpose. If `body` throws, the context is not reused.
  func use<Result>(
    _ key: OpaquePointer, _ purpose: KeyContext.Purpose,
    _ body: (OpaquePointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var context = exchange(nil)
    if context?.purpose != purpose { context = nil }
    let ready = if let context { context } else { try KeyContext(key, purpose) }
    let result = try body(ready.pointer)
    _ = exchange(ready)
    return result
  }

  /// Stores a context in the slot and returns the previous context. The slot owns one reference to its context.
  private func exchange(_ context: KeyContext?) -> KeyContext? {
    let new = context.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
    let old = kept.exchange(new ?? 0, ordering: .acquiringAndReleasing)
    return UnsafeRawPointer(bitPattern: old).map {
      Unmanaged<KeyContext>.fromOpaque($0).takeRetainedValue()
    }
  }
}
