import CSystemd
import Glibc

/// The program that is the Secret Service of the session.
package enum SecretServiceOwner: Equatable {
  case noBus(reason: String)
  case none
  /// The path of the program's file, and its process. The path is a guess: the process may have started another program, or
  /// may have another name in its command line.
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
    return .program(path: path(of: process) ?? "an unknown program", process: process)
  }

  /// The link to the file of a program that no other program may inspect is readable only for root. The first word of the
  /// command line is readable for every user.
  private static func path(of process: pid_t) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var count = readlink("/proc/\(process)/exe", &buffer, buffer.count)
    if count <= 0 {
      let descriptor = open("/proc/\(process)/cmdline", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      count = read(descriptor, &buffer, buffer.count)
    }
    let word = buffer.prefix(max(count, 0)).prefix { $0 != 0 }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  /// Makes the bus and the service manager of the session read their files again. Does nothing without a bus.
  package static func reloadActivation() {
    var bus: OpaquePointer?
    guard lk_bus_open(&bus) >= 0, let bus else { return }
    defer { lk_bus_close(bus) }
    _ = lk_bus_reload(bus)
  }
}
