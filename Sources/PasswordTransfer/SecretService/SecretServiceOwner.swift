import CSystemd
import Glibc

/// The program that is the Secret Service of the session.
package enum SecretServiceOwner: Equatable {
  case noBus(reason: String)
  case none
  /// The path of the program's file, and its process. The path is a guess: the process may have started another program.
  case program(path: String, process: Int32)

  /// The present owner of the name. Starts no program.
  package static func present() -> SecretServiceOwner {
    var bus: OpaquePointer?
    let result = lk_bus_open(&bus)
    guard result >= 0, let bus else {
      return .noBus(reason: result == -ENOSYS ? "libsystemd.so.0 is missing" : String(cString: strerror(-result)))
    }
    defer { lk_bus_close(bus) }
    var process: pid_t = 0
    guard lk_bus_process_of(bus, "org.freedesktop.secrets", &process) >= 0 else { return .none }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/\(process)/exe", &buffer, buffer.count)
    let path = count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : "an unknown program"
    return .program(path: path, process: process)
  }

  /// Makes the bus and the service manager of the session read their files again. Does nothing without a bus.
  package static func reloadActivation() {
    var bus: OpaquePointer?
    guard lk_bus_open(&bus) >= 0, let bus else { return }
    defer { lk_bus_close(bus) }
    _ = lk_bus_reload(bus)
  }
}
