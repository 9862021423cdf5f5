import Foundation
import Glibc

/// Dates in the format of the older functions: `YYYYMMDDhhmmssZ` with a NUL.
enum PasswordDate {
  static func bytes(of value: Any) -> [UInt8] {
    guard let date = value as? Date else { return [] }
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return [] }
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y%m%d%H%M%SZ", &parts)
    return buffer.prefix(count + 1).map { UInt8(bitPattern: $0) }
  }
}
