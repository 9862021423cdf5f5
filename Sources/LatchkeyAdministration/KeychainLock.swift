import Keychain
import KeychainCrypto
import KeychainModel

/// The lock state of a keychain: whether the keychain has a passcode, which items can be read, and when the keychain
/// locks itself.
public struct KeychainLock: Sendable, Equatable {
  /// The items that can be read.
  public enum State: Sendable, Equatable {
    /// The passcode has not been given since the machine was started. Only items that are always accessible can be
    /// read.
    case beforeFirstUnlock
    /// Items that are accessible after the first unlock can be read. Items that are always accessible can be read, too.
    case locked
    /// Every item can be read. A keychain without a passcode is always in this state.
    case unlocked
  }

  /// Whether a passcode is set.
  public let hasPasscode: Bool

  /// The items that this process can read.
  public let state: State

  /// The number of seconds from an unlocking until the keychain locks itself. The number includes the time during which
  /// the machine sleeps. Nil if the keychain does not lock itself after a time.
  public let timeout: UInt32?

  /// Whether the keychain locks itself when the machine has been suspended.
  public let locksWhenSuspended: Bool

  init(_ status: LockStatus) {
    hasPasscode = status.hasPasscode
    state =
      switch status.state {
      case .beforeFirstUnlock: .beforeFirstUnlock
      case .locked: .locked
      case .unlocked: .unlocked
      }
    timeout = status.settings.timeout
    locksWhenSuspended = status.settings.locksWhenSuspended
  }
}

/// The processes for which a keychain is unlocked.
public enum KeychainUnlocking: Sendable, Equatable {
  /// The keychain is unlocked for all processes of the user, including processes that start later. The kernel, or the
  /// folder that `LATCHKEY_UNLOCK_DIRECTORY` names, stores the keys for these processes. The stored keys are valid
  /// until the keychain is locked, its timeout expires, or the machine restarts.
  case everyProcess
  /// The keychain is unlocked only for this process. `reason` is a sentence for the user. The usual reason is that the
  /// kernel stores no keys, as in some containers, and that `LATCHKEY_UNLOCK_DIRECTORY` is not set.
  case thisProcess(reason: String)

  init(_ refusal: KeychainError?) {
    self = refusal.map { .thisProcess(reason: $0.reason) } ?? .everyProcess
  }
}

/// A passcode. The memory of the passcode is excluded from swap and core dumps, and is overwritten when the last copy
/// of this value is released. The caller must overwrite the strings and arrays from which it made the passcode.
///
/// A call to `keychaind` fails with -50 (`errSecParam`) if its passcode has more than 64 KiB.
public struct KeychainPasscode: Sendable {
  let passcode: Passcode

  /// Makes a passcode from the UTF-8 bytes of a text, without normalization. The `security` tool uses the bytes that a
  /// terminal sends. For an accented letter, the bytes of the terminal and the bytes of the text may differ, because
  /// Unicode has two encodings of such a letter.
  ///
  /// - Throws: `AdministrationError`. -50 (`errSecParam`) if the text is empty or has more than 1 MiB; -108
  ///   (`errSecAllocate`) if there is not enough memory.
  public init(_ text: String) throws {
    var text = text
    self = try text.withUTF8 { try KeychainPasscode(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Makes a passcode from bytes.
  ///
  /// - Throws: The errors of `init(_:)`.
  public init(bytes: UnsafeRawBufferPointer) throws {
    passcode = try AdministrationError.translating { () throws(KeychainError) in
      try Passcode(bytes)
    }
  }
}
