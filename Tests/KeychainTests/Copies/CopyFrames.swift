import KeychainModel
import KeychainStore

@testable import Keychain

/// The frames of a copy, which a test can change. The digests and the counts are made again.
struct CopyFrames {
  var frames: [(kind: UInt8, content: [UInt8])] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes.dropFirst(VaultCopy.start.count)
    while let kind = rest.first {
      let length = rest.dropFirst().prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      frames.append((kind, Array(rest.dropFirst(5).prefix(length))))
      rest = rest.dropFirst(5 + length)
    }
  }

  func bytes(keepingCounts: Bool = false) throws -> [UInt8] {
    var bytes = VaultCopy.start
    var digest = try VaultCopy.digest(after: [], bytes)
    var counts = [UInt64](repeating: 0, count: 6)
    for (kind, content) in frames {
      if kind == 2, let itemClass = content.first, itemClass < 4 { counts[Int(itemClass)] += 1 }
      if kind == 3 { counts[4] += 1 }
      if kind == 4 { counts[5] += 1 }
      var content = content
      if kind == 0 {
        let made = counts.flatMap { count in withUnsafeBytes(of: count.littleEndian) { Array($0) } }
        content = (keepingCounts ? Array(content.prefix(48)) : made) + digest
      }
      let length = withUnsafeBytes(of: UInt32(content.count).littleEndian) { Array($0) }
      let frame = [kind] + length + content
      digest = try VaultCopy.digest(after: digest, frame)
      bytes += frame
    }
    return bytes
  }
}
