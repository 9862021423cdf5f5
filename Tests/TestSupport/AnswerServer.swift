import Foundation
import Glibc

/// An HTTP server on the loopback interface. It gives the same answer to all requests for the same path.
public final class AnswerServer: Sendable {
  /// The reaction of the server to a request.
  public enum Answer: Sendable {
    /// Sends content of a media type.
    case content([UInt8], type: String)
    /// Redirects the client to another address.
    case redirection(String)
    /// Closes the connection without an answer.
    case nothing
    /// Keeps the connection open and never answers.
    case silence
  }

  /// The URL of the server: `http://127.0.0.1:` and a port.
  public let address: String
  private let listener: Int32
  private let state = NSLock()
  nonisolated(unsafe) private var answers: [String: Answer] = [:]
  nonisolated(unsafe) private var paths: [String] = []
  nonisolated(unsafe) private var waiting: [Int32] = []

  /// Starts a server on a free port.
  public init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw TemporaryDirectory.Failure(error: errno) }
    self.listener = listener
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    let thread = Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        self.serve(connection)
      }
    }
    thread.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for connection in waiting { close(connection) }
  }

  /// The paths of all requests so far, in order.
  public var requests: [String] { state.withLock { paths } }

  /// Sets the answer to requests for a path. If a path has no answer, the server closes the connection.
  public func answer(_ path: String, _ answer: Answer) {
    state.withLock { answers[path] = answer }
  }

  private func serve(_ connection: Int32) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    let end = Array("\r\n\r\n".utf8)
    while request.range(of: end) == nil {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      request += buffer.prefix(count)
    }
    let line = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self)
    let path = line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let answer = state.withLock {
      paths.append(path)
      return answers[path] ?? .nothing
    }
    switch answer {
    case .content(let content, let type):
      send("200 OK", ["Content-Type: \(type)"], content, to: connection)
    case .redirection(let address):
      send("302 Found", ["Location: \(address)"], [], to: connection)
    case .nothing: close(connection)
    case .silence: state.withLock { waiting.append(connection) }
    }
  }

  private func send(
    _ status: String, _ headers: [String], _ content: [UInt8], to connection: Int32
  ) {
    let head = ["HTTP/1.0 \(status)"] + headers + ["Content-Length: \(content.count)", "", ""]
    let bytes = Array(head.joined(separator: "\r\n").utf8) + content
    _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(connection)
  }
}

extension [UInt8] {
  fileprivate func range(of part: [UInt8]) -> Int? {
    guard count >= part.count else { return nil }
    return (0...(count - part.count)).first { self[$0..<($0 + part.count)].elementsEqual(part) }
  }
}
