import Storage

/// The line of a progress sheet: the count, the rate, and the time that is left.
nonisolated struct ProgressText {
  /// The number of completed parts.
  let completed: Int

  /// The number of all parts; `nil` if unknown.
  let total: Int?

  /// The time since the start.
  let elapsed: Duration

  /// The whole line, such as `1,200 of 5,000 · 350/s · 11 s left`.
  var line: String {
    [count, rateText, timeLeft].compactMap(\.self).joined(separator: " · ")
  }

  private var count: String {
    guard let total else { return "\(CountText.text(completed)) done" }
    return "\(CountText.text(completed)) of \(CountText.text(total))"
  }

  /// Parts per second; `nil` before the first one.
  private var rate: Double? {
    let seconds = elapsed / .seconds(1)
    return completed > 0 && seconds > 0 ? Double(completed) / seconds : nil
  }

  /// The rate with two digits, so that it changes seldom.
  private var rateText: String? {
    guard let rate else { return nil }
    if rate < 1 { return "\(CountText.text(max(1, Int((rate * 60).rounded()))))/min" }
    var step = 1.0
    while rate / step >= 100 { step *= 10 }
    return "\(CountText.text(Int(exactly: (rate / step).rounded() * step) ?? .max))/s"
  }

  private var timeLeft: String? {
    guard let rate, let total, completed < total else { return nil }
    let seconds = max(1, (Double(total - completed) / rate).rounded(.up))
    if seconds < 60 { return "\(Int(seconds)) s left" }
    let minutes = (seconds / 60).rounded(.up)
    if minutes < 60 { return "\(Int(minutes)) min left" }
    let hours = (minutes / 60).rounded(.up)
    return "\(CountText.text(Int(exactly: hours) ?? .max)) h left"
  }
}
