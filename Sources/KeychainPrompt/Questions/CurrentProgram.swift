import Glibc

/// The program that this process runs.
package enum CurrentProgram {
  /// The path of its file. For a script, this is the path of the interpreter.
  package static var path: String {
    let limit = 4096
    var buffer = [CChar](repeating: 0, count: limit)
    let count = readlink("/proc/self/exe", &buffer, limit)
    guard count > 0 else { return "(unknown)" }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
