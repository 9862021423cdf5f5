import Keychain
import KeychainModel
import Security

// The C function that LatchkeyApplication.h declares.

/// The C function `LatchkeyBeginApplication`.
@_cdecl("LatchkeyBeginApplication")
public func latchkeyBeginApplication(_ identifier: UnsafePointer<CChar>?) -> Int32 {
  LastFailure.clear()
  guard let identifier else {
    LastFailure.note(status: errSecParam)
    return errSecParam
  }
  do throws(KeychainError) {
    _ = try ApplicationProcess.begin(String(cString: identifier))
    return errSecSuccess
  } catch {
    LastFailure.note(error)
    return error.code.rawValue
  }
}
