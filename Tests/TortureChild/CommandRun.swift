import CTestSupport
import Glibc
import Keychain
import KeychainModel
import TortureScript

/// Reads commands from standard input, one in a line, and performs them in order. For each command, prints a line with
/// a status and a text.
struct CommandRun {
  private let home: String
  private var simple: Simple

  init(_ home: String) {
    self.home = home
    simple = Simple(LocalKeychain(StoreLocation(home: home)))
  }

  mutating func run() {
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard let command = words.first else { continue }
      let answer = perform(command, Array(words.dropFirst()))
      Output.line("\(answer.status) \(answer.text)")
    }
  }

  private mutating func perform(_ command: String, _ words: [String]) -> Simple.Answer {
    let name = words.first ?? ""
    let number = UInt64(words.last ?? "") ?? 0
    switch command {
    case "add": return simple.add(name, byteCount: Int(number))
    case "find": return simple.find(name)
    case "update": return simple.update(name, byteCount: Int(number))
    case "delete": return simple.delete(name)
    case "count": return simple.count()
    case "verify": return simple.verify()
    case "set-passcode", "unlock", "lock", "remove-passcode", "lock-state", "timeout":
      return LockCommands(simple.keychain).perform(command, name)
    case "add-many", "compact", "purge", "erase": return keepHouse(command, Int(number))
    case "reopen":
      simple = Simple(LocalKeychain(StoreLocation(home: home)))
      return Simple.Answer(0)
    case "file-size": return system(lk_test_limit_file_size(number))
    case "descriptors": return system(lk_test_limit_descriptors(number))
    case "locked-memory": return system(lk_test_limit_locked_memory(number))
    case "address-space": return system(lk_test_limit_address_space(number))
    case "no-keyrings": return system(lk_test_refuse_keyrings())
    case "keyring": return system(lk_test_use_keyring())
    case "become": return system(lk_test_become(UInt32(number)))
    case "private-mounts": return system(lk_test_private_mounts())
    case "mount-memory": return system(lk_test_mount_memory(home, number))
    case "mount-again": return system(lk_test_mount_again(home, Int32(number)))
    case "mode":
      return system(chmod(words[0], mode_t(words[1], radix: 8) ?? 0))
    case "fill": return fill(leaving: number)
    case "empty": return system(unlink(home + "/filler"))
    default: return Simple.Answer(-1, "unknown command")
    }
  }

  private func keepHouse(_ command: String, _ count: Int) -> Simple.Answer {
    do throws(KeychainError) {
      switch command {
      case "compact": _ = try simple.client.compact()
      case "purge": _ = try simple.client.purge()
      case "erase": _ = try simple.client.eraseEverything()
      default:
        for number in 0..<count where simple.add("many\(number)").status != 0 {
          return Simple.Answer(1, "\(number)")
        }
      }
      return Simple.Answer(0)
    } catch {
      return Simple.Answer(error.code.rawValue, error.reason)
    }
  }

  /// Fills the file system with the file `filler` until `rest` bytes are free.
  private func fill(leaving rest: UInt64) -> Simple.Answer {
    let file = open(home + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { return system(-1) }
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) == block.count {}
    var status = stat()
    fstat(file, &status)
    return system(ftruncate(file, max(0, status.st_size - off_t(rest))))
  }

  private func system(_ result: Int32) -> Simple.Answer {
    result == 0 ? Simple.Answer(0) : Simple.Answer(errno, String(cString: strerror(errno)))
  }
}
