import COpenSSL
import CPlatform
import Glibc
import OpenSSLSupport

/// Sends HTTP requests with OpenSSL's HTTP client. The environment variables `http_proxy` and `no_proxy` configure
/// proxies.
enum HTTPClient {
  /// Fetches an address and returns the body of the response, in DER. Returns nil when the request fails. Redirections
  /// are not followed.
  static func get(_ address: HTTPAddress, atMost limit: Int, timeout: Int32) -> [UInt8]? {
    transfer(nil, as: nil, to: address, expecting: nil, atMost: limit, timeout: timeout)
  }

  /// Posts content to an address and returns the body of the response, in DER. Returns nil when the request fails.
  /// Redirections are not followed.
  static func post(
    _ content: [UInt8], as type: String, to address: HTTPAddress, expecting answer: String,
    atMost limit: Int, timeout: Int32
  ) -> [UInt8]? {
    guard let request = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(request) }
    guard BIO_write(request, content, Int32(content.count)) == content.count else { return nil }
    return transfer(
      request, as: type, to: address, expecting: answer, atMost: limit, timeout: timeout)
  }

  private static func transfer(
    _ request: OpaquePointer?, as type: String?, to address: HTTPAddress, expecting answer: String?,
    atMost limit: Int, timeout: Int32
  ) -> [UInt8]? {
    return ignoringBrokenPipe {
      body(
        OSSL_HTTP_transfer(
          nil, address.bracketedHost, "\(address.port)", address.target, 0, nil, nil, nil, nil, nil, nil, 0, nil,
          type, request, answer,
          1, limit, timeout, 0))
    }
  }

  private static func body(_ answer: OpaquePointer?) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let answer else { return nil }
    defer { BIO_free(answer) }
    var start: UnsafeMutablePointer<CChar>?
    let count = BIO_ctrl(answer, BIO_CTRL_INFO, 0, &start)
    guard let start, count > 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Blocks SIGPIPE during `work`. OpenSSL causes SIGPIPE when it writes to a connection that the server has closed,
  /// and SIGPIPE would end the process.
  private static func ignoringBrokenPipe<Result>(_ work: () -> Result) -> Result {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    var pending = sigset_t()
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let result = work()
    if !wasPending {
      var none = timespec()
      while sigtimedwait(&signals, nil, &none) == -1, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }
}

/// The common deadline for all network requests of an evaluation. The time begins with the first request.
final class NetworkDeadline {
  private let timeouts: NetworkTimeouts
  private lazy var end = Self.now + timeouts.total

  init(_ timeouts: NetworkTimeouts) { self.timeouts = timeouts }

  /// The time limit for the next request, in whole seconds, as OpenSSL requires. Nil when less than one second is left.
  var timeout: Int32? {
    let left = end - Self.now
    return left < 1 ? nil : Int32(max(1, min(timeouts.request, left)))
  }

  private static var now: Double { Double(lk_monotonic_now()) / 1e9 }
}

/// The time limits for the network requests of an evaluation, in seconds.
package struct NetworkTimeouts: Sendable {
  /// The time limit for one request.
  package var request = 5.0
  /// The time limit for all requests together.
  package var total = 15.0

  package init() {}
}
