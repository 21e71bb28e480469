<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>AnswerFiles</name>
    <message>
        <source>Page for a browser</source>
        <translation>ブラウザー用のページ</translation>
    </message>
    <message>
        <source>Schedule as a picture</source>
        <translation>日程の図</translation>
    </message>
    <message>
        <source>The whole answer</source>
        <translation>回答の全体</translation>
    </message>
    <message>
        <source>Workbook with formulas</source>
        <translation>数式つきのブック</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
</context>
<context>
    <name>GanttLines</name>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Not placed</source>
        <translation>未配置</translation>
    </message>
    <message>
        <source>at risk</source>
        <translation>遅延のおそれ</translation>
    </message>
    <message>
        <source>%1 on time</source>
        <translation>期限内 %1</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 nodes of %2</source>
        <translation>%2 の %1 ノード</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 から %2 まで</translation>
    </message>
    <message>
        <source>finish P10 %1, P90 %2</source>
        <translation>完了 P10 %1、P90 %2</translation>
    </message>
</context>
<context>
    <name>NetworkAnswers</name>
    <message>
        <source>Bus bandwidth, modelled and measured</source>
        <translation>バス帯域幅（モデルと測定）</translation>
    </message>
    <message>
        <source>The network</source>
        <translation>ネットワーク</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>場所:</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>進む</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>進む</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上のフォルダー</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>上のフォルダーへ移動</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新しいフォルダーを作成</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>新しいフォルダーを作成</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>一覧表示</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>一覧表示に切り替え</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>詳細表示</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>詳細表示に切り替え</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>ファイルの種類:</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>ファイル名(&amp;N):</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開く(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>新しいフォルダー</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>隠しファイルを表示(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>名前を変更(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>削除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新しいフォルダー(&amp;N)</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 は既に存在します。
置き換えますか？</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
ファイルが見つかりません。
ファイル名が正しいか確認してください。</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>更新日時</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>やり直す(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>切り取り(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>貼り付け(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>すべて選択</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 has an ending that is no picture&apos;s; write .png, .svg or .pdf</source>
        <translation>%1 の拡張子は画像のものではありません。.png、.svg、.pdf のいずれかにしてください</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>図を保存…</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>図を保存</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>図 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>The picture is not saved</source>
        <translation>図は保存されませんでした</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>はい(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>いいえ(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>すべて選択</translation>
    </message>
</context>
<context>
    <name>ScaleAnswers</name>
    <message>
        <source>Loss over parameters and tokens</source>
        <translation>パラメーター数とトークン数に対する損失</translation>
    </message>
</context>
<context>
    <name>ScenarioFields</name>
    <message>
        <source>Write: %1</source>
        <translation>書き方: %1</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>省略時: %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>15T</source>
        <translation>15T</translation>
    </message>
    <message>
        <source>Sequence (tokens)</source>
        <translation>系列長（トークン）</translation>
    </message>
    <message>
        <source>8192</source>
        <translation>8192</translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation>バッチ（系列）</translation>
    </message>
    <message>
        <source>2048</source>
        <translation>2048</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>数値精度</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>256, or auto</source>
        <translation>256 または auto</translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation>予備ノード</translation>
    </message>
    <message>
        <source>2, or auto</source>
        <translation>2 または auto</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>us-east-1</source>
        <translation>us-east-1</translation>
    </message>
    <message>
        <source>Bought as</source>
        <translation>購入方式</translation>
    </message>
    <message>
        <source>Start (day)</source>
        <translation>開始日</translation>
    </message>
    <message>
        <source>2027-01-31</source>
        <translation>2027-01-31</translation>
    </message>
    <message>
        <source>Deadline (day)</source>
        <translation>期限日</translation>
    </message>
    <message>
        <source>2027-09-30</source>
        <translation>2027-09-30</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル並列</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>パイプライン並列</translation>
    </message>
    <message>
        <source>Virtual stages</source>
        <translation>仮想ステージ</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト並列</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>エキスパート並列</translation>
    </message>
    <message>
        <source>Micro-batch (seq.)</source>
        <translation>マイクロバッチ（系列）</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO ステージ</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>再計算</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>End (day after the last)</source>
        <translation>終了（最終日の翌日）</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>方針</translation>
    </message>
    <message>
        <source>Grid of starts</source>
        <translation>開始日の刻み</translation>
    </message>
    <message>
        <source>Backfill</source>
        <translation>バックフィル</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>プリエンプション</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>通貨</translation>
    </message>
    <message>
        <source>JPY</source>
        <translation>JPY</translation>
    </message>
    <message>
        <source>Of it for one dollar</source>
        <translation>1 ドルあたりの額</translation>
    </message>
    <message>
        <source>150</source>
        <translation>150</translation>
    </message>
    <message>
        <source>Day of the rate</source>
        <translation>為替レートの日</translation>
    </message>
    <message>
        <source>Source of the rate</source>
        <translation>為替レートの出典</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>days</source>
        <translation>日数</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>· %1</source>
        <translation>· %1</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU時間</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>NIC</translation>
    </message>
    <message>
        <source>At risk</source>
        <translation>遅延のおそれ</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>Assumed, since nobody states it</source>
        <translation>記載がないため仮定したもの</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Deliveries</source>
        <translation>納入</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>階層</translation>
    </message>
    <message>
        <source>Money by month</source>
        <translation>月別の金額</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部品</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>プール</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>プロジェクト</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>待ち行列</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>逆算</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>掃引</translation>
    </message>
    <message>
        <source>Simulated run</source>
        <translation>シミュレーションした実行</translation>
    </message>
    <message>
        <source>What fills up first</source>
        <translation>最初に埋まるもの</translation>
    </message>
    <message>
        <source>Where each law was fitted</source>
        <translation>各法則が当てはめられた範囲</translation>
    </message>
    <message>
        <source>Inputs that differ: %1</source>
        <translation>異なる入力: %1</translation>
    </message>
    <message>
        <source>Why, by cause: %1</source>
        <translation>理由（原因別）: %1</translation>
    </message>
    <message>
        <source>Why, by input: %1</source>
        <translation>理由（入力別）: %1</translation>
    </message>
    <message>
        <source>accelerator</source>
        <translation>アクセラレーター</translation>
    </message>
    <message>
        <source>accelerators</source>
        <translation>アクセラレーター数</translation>
    </message>
    <message>
        <source>algorithm</source>
        <translation>アルゴリズム</translation>
    </message>
    <message>
        <source>all</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>all by day 1</source>
        <translation>1 日目までにすべて</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>bandwidth each</source>
        <translation>帯域幅（各）</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>バッチ %1</translation>
    </message>
    <message>
        <source>best batch</source>
        <translation>最良のバッチ</translation>
    </message>
    <message>
        <source>beyond its fit</source>
        <translation>当てはめの範囲外</translation>
    </message>
    <message>
        <source>bound by</source>
        <translation>律速</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>chance of being ready by the deadline</source>
        <translation>期限までに完了する確率</translation>
    </message>
    <message>
        <source>change</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>closed form</source>
        <translation>解析解</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>費用</translation>
    </message>
    <message>
        <source>courses</source>
        <translation>講義</translation>
    </message>
    <message>
        <source>critical batch</source>
        <translation>臨界バッチ</translation>
    </message>
    <message>
        <source>data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>days (P50)</source>
        <translation>日数 (P50)</translation>
    </message>
    <message>
        <source>days, mean</source>
        <translation>日数（平均）</translation>
    </message>
    <message>
        <source>days, P50</source>
        <translation>日数 (P50)</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>decides</source>
        <translation>決め手</translation>
    </message>
    <message>
        <source>defective, expected</source>
        <translation>不良（期待値）</translation>
    </message>
    <message>
        <source>each rank sends</source>
        <translation>各ランクの送信量</translation>
    </message>
    <message>
        <source>element wise</source>
        <translation>要素ごとの演算</translation>
    </message>
    <message>
        <source>end</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>エネルギー</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>評価</translation>
    </message>
    <message>
        <source>experiments</source>
        <translation>実験</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>エキスパート</translation>
    </message>
    <message>
        <source>fails next</source>
        <translation>次に故障</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>filled in by a rule or the catalogue</source>
        <translation>規則またはカタログで補ったもの</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>finish P10</source>
        <translation>完了 P10</translation>
    </message>
    <message>
        <source>finish P50</source>
        <translation>完了 P50</translation>
    </message>
    <message>
        <source>finish P90</source>
        <translation>完了 P90</translation>
    </message>
    <message>
        <source>first one</source>
        <translation>最初の一回</translation>
    </message>
    <message>
        <source>from</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>from days</source>
        <translation>日数（下限）</translation>
    </message>
    <message>
        <source>to days</source>
        <translation>日数（上限）</translation>
    </message>
    <message>
        <source>gemm</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>gives</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>goodput</source>
        <translation>グッドプット</translation>
    </message>
    <message>
        <source>goodput of the machine</source>
        <translation>計算機のグッドプット</translation>
    </message>
    <message>
        <source>gradient accumulation</source>
        <translation>勾配の累積</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>granularity</source>
        <translation>粒度</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>head and loss</source>
        <translation>出力層と損失</translation>
    </message>
    <message>
        <source>helps most</source>
        <translation>最も効くもの</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>interruptions</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>jobs</source>
        <translation>ジョブ</translation>
    </message>
    <message>
        <source>joined by</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>確保</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>レイテンシー</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>カーネル起動</translation>
    </message>
    <message>
        <source>law</source>
        <translation>法則</translation>
    </message>
    <message>
        <source>leaf</source>
        <translation>リーフ</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学習率</translation>
    </message>
    <message>
        <source>level</source>
        <translation>階層</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>link</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>links</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>損失時間</translation>
    </message>
    <message>
        <source>lost work, h</source>
        <translation>失われた作業 (h)</translation>
    </message>
    <message>
        <source>lost work</source>
        <translation>失われた作業</translation>
    </message>
    <message>
        <source>machines under a leaf</source>
        <translation>リーフあたりの計算機</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>手動</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>mean wait</source>
        <translation>平均待ち時間</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>memory per GPU</source>
        <translation>GPUあたりメモリー</translation>
    </message>
    <message>
        <source>money</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>money, expected</source>
        <translation>金額（期待値）</translation>
    </message>
    <message>
        <source>month</source>
        <translation>月</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>no row</source>
        <translation>該当なし</translation>
    </message>
    <message>
        <source>node hours</source>
        <translation>ノード時間</translation>
    </message>
    <message>
        <source>node-days</source>
        <translation>ノード日</translation>
    </message>
    <message>
        <source>node-hours held</source>
        <translation>確保ノード時間</translation>
    </message>
    <message>
        <source>nodes + spares</source>
        <translation>ノード数 + 予備</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>none at risk</source>
        <translation>遅延のおそれなし</translation>
    </message>
    <message>
        <source>none of their own</source>
        <translation>固有のものなし</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>note</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>注記</translation>
    </message>
    <message>
        <source>number</source>
        <translation>個数</translation>
    </message>
    <message>
        <source>of line rate</source>
        <translation>回線速度比</translation>
    </message>
    <message>
        <source>on time</source>
        <translation>期限内</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>オプティマイザー</translation>
    </message>
    <message>
        <source>organisation</source>
        <translation>組織</translation>
    </message>
    <message>
        <source>organisations</source>
        <translation>組織</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>others</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>over 99.9 %</source>
        <translation>99.9 % 超</translation>
    </message>
    <message>
        <source>over-trained</source>
        <translation>過学習気味</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>オーバーヘッド</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>並列</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>パイプラインのバブル</translation>
    </message>
    <message>
        <source>pipeline transfer</source>
        <translation>パイプライン転送</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>配置済み</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>pod</source>
        <translation>ポッド</translation>
    </message>
    <message>
        <source>pool</source>
        <translation>プール</translation>
    </message>
    <message>
        <source>pools, held</source>
        <translation>プール（確保分）</translation>
    </message>
    <message>
        <source>price</source>
        <translation>価格</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>確率</translation>
    </message>
    <message>
        <source>project</source>
        <translation>プロジェクト</translation>
    </message>
    <message>
        <source>protocol</source>
        <translation>プロトコル</translation>
    </message>
    <message>
        <source>rails</source>
        <translation>レール</translation>
    </message>
    <message>
        <source>ranks on it</source>
        <translation>接続ランク数</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>再計算</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>却下</translation>
    </message>
    <message>
        <source>rests on</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>リング</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>simple</source>
        <translation>単純</translation>
    </message>
    <message>
        <source>size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>spare nodes</source>
        <translation>予備ノード</translation>
    </message>
    <message>
        <source>spares</source>
        <translation>予備</translation>
    </message>
    <message>
        <source>spares for 95 %</source>
        <translation>95 % に要る予備</translation>
    </message>
    <message>
        <source>spine</source>
        <translation>スパイン</translation>
    </message>
    <message>
        <source>spine switches</source>
        <translation>スパインスイッチ</translation>
    </message>
    <message>
        <source>start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>stated in the scenario</source>
        <translation>シナリオで指定</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>ステップ時間</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>ストレージ</translation>
    </message>
    <message>
        <source>straggler</source>
        <translation>遅れるランク</translation>
    </message>
    <message>
        <source>tensor parallel</source>
        <translation>テンソル並列</translation>
    </message>
    <message>
        <source>data parallel</source>
        <translation>データ並列</translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation>エキスパート並列</translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation>コンテキスト並列</translation>
    </message>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>to</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>tokens per batch</source>
        <translation>バッチあたりトークン</translation>
    </message>
    <message>
        <source>tokens/param.</source>
        <translation>トークン/パラメーター</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>training FLOP</source>
        <translation>学習 FLOP</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>ツリー</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>試行数</translation>
    </message>
    <message>
        <source>unfit</source>
        <translation>使用不可</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>無制限</translation>
    </message>
    <message>
        <source>under 0.1 %</source>
        <translation>0.1 % 未満</translation>
    </message>
    <message>
        <source>used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>変種</translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation>変種 %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>wall-clock days</source>
        <translation>経過日数</translation>
    </message>
    <message>
        <source>wall-clock days, expected</source>
        <translation>経過日数（期待値）</translation>
    </message>
    <message>
        <source>what</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>活性値</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>communication buffers</source>
        <translation>通信バッファー</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>予備</translation>
    </message>
    <message>
        <source>maintenance</source>
        <translation>保守</translation>
    </message>
    <message>
        <source>delivery</source>
        <translation>納入</translation>
    </message>
    <message>
        <source>return</source>
        <translation>返却</translation>
    </message>
    <message>
        <source>Capacity Block ends</source>
        <translation>Capacity Block の終了</translation>
    </message>
    <message>
        <source>pre-training</source>
        <translation>事前学習</translation>
    </message>
    <message>
        <source>continued</source>
        <translation>継続</translation>
    </message>
    <message>
        <source>post-training</source>
        <translation>事後学習</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>ファインチューニング</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>選択的</translation>
    </message>
    <message>
        <source>full</source>
        <translation>全体</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>パイプライン</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>期待値</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中央値</translation>
    </message>
    <message>
        <source>current</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最良</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>可</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>メモリー不足</translation>
    </message>
    <message>
        <source>at risk</source>
        <translation>遅延のおそれ</translation>
    </message>
    <message>
        <source>late</source>
        <translation>遅延</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>campus</source>
        <translation>キャンパス</translation>
    </message>
    <message>
        <source>sets of %1 NICs</source>
        <translation>NIC %1 枚の組</translation>
    </message>
    <message>
        <source>scale-up domain</source>
        <translation>スケールアップ領域</translation>
    </message>
    <message>
        <source>scale-up link</source>
        <translation>スケールアップリンク</translation>
    </message>
    <message>
        <source>scale-up switch</source>
        <translation>スケールアップスイッチ</translation>
    </message>
    <message>
        <source>PCIe switch</source>
        <translation>PCIe スイッチ</translation>
    </message>
    <message>
        <source>busbw of 80 %</source>
        <translation>80 % の busbw</translation>
    </message>
    <message>
        <source>80 % between</source>
        <translation>80 % 区間</translation>
    </message>
    <message>
        <source>busbw GB/s</source>
        <translation>busbw GB/s</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>測定</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>modelled, 80 %</source>
        <translation>モデル、80 %</translation>
    </message>
    <message>
        <source>message</source>
        <translation>メッセージ</translation>
    </message>
    <message>
        <source>message size</source>
        <translation>メッセージの大きさ</translation>
    </message>
    <message>
        <source>bus bandwidth</source>
        <translation>バス帯域幅</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPU</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 日</translation>
    </message>
    <message>
        <source>%1 days (80 %: %2)</source>
        <translation>%1 日 (80 %: %2)</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 時間</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 ノード</translation>
    </message>
    <message>
        <source>%1 trials</source>
        <translation>%1 試行</translation>
    </message>
    <message>
        <source>%1 trials: %2</source>
        <translation>%1 試行: %2</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 ステップ</translation>
    </message>
    <message>
        <source>%1 sizes</source>
        <translation>%1 種のサイズ</translation>
    </message>
    <message>
        <source>%1 shared</source>
        <translation>共有 %1</translation>
    </message>
    <message>
        <source>%1 campus</source>
        <translation>キャンパス %1</translation>
    </message>
    <message>
        <source>%1 train</source>
        <translation>学習 %1</translation>
    </message>
    <message>
        <source>%1 train, batch %2</source>
        <translation>学習 %1、バッチ %2</translation>
    </message>
    <message>
        <source>%1 spares</source>
        <translation>予備 %1</translation>
    </message>
    <message>
        <source>%1 train, batch %2; %3 spares</source>
        <translation>学習 %1、バッチ %2、予備 %3</translation>
    </message>
    <message>
        <source>of the phase with most tokens</source>
        <translation>トークン数が最も多い段階</translation>
    </message>
    <message>
        <source>nodes of the largest phase</source>
        <translation>最大の段階のノード数</translation>
    </message>
    <message>
        <source>nodes of the largest phase, spares excluded</source>
        <translation>最大の段階のノード数（予備を除く）</translation>
    </message>
    <message>
        <source>accelerator-hours of the job, spares excluded</source>
        <translation>ジョブのアクセラレーター時間（予備を除く）</translation>
    </message>
    <message>
        <source>peak of the accelerator that needs most</source>
        <translation>最も多く要するアクセラレーターのピーク</translation>
    </message>
    <message>
        <source>at the predicted step time</source>
        <translation>予測ステップ時間で</translation>
    </message>
    <message>
        <source>%1 at the predicted step time</source>
        <translation>予測ステップ時間で %1</translation>
    </message>
    <message>
        <source>%1 at the predicted step time, spares %2 on top</source>
        <translation>予測ステップ時間で %1、別に予備 %2</translation>
    </message>
    <message>
        <source>%1 at the predicted step time of %2</source>
        <translation>予測ステップ時間 %2 で %1</translation>
    </message>
    <message>
        <source>%1 at P50, goodput %2; energy %3 CO₂eq (location-based)</source>
        <translation>P50 で %1、グッドプット %2、エネルギー %3 CO₂eq（ロケーション基準）</translation>
    </message>
    <message>
        <source>%1 at P50, goodput %2; energy %3</source>
        <translation>P50 で %1、グッドプット %2、エネルギー %3</translation>
    </message>
    <message>
        <source>%1 for %2 tokens, MFU %3</source>
        <translation>%1（%2 トークン）、MFU %3</translation>
    </message>
    <message>
        <source>%1 (80 %: %2) for %3 tokens, MFU %4</source>
        <translation>%1 (80 %: %2)（%3 トークン）、MFU %4</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU: fits (chance %3)</source>
        <translation>GPUあたり %2 のうち %1: 収まる（確率 %3）</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU: tight (chance %3)</source>
        <translation>GPUあたり %2 のうち %1: 余裕が少ない（確率 %3）</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU: does not fit (chance %3)</source>
        <translation>GPUあたり %2 のうち %1: 収まらない（確率 %3）</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU: fits</source>
        <translation>GPUあたり %2 のうち %1: 収まる</translation>
    </message>
    <message>
        <source>fits (chance %1)</source>
        <translation>収まる（確率 %1）</translation>
    </message>
    <message>
        <source>tight (chance %1)</source>
        <translation>余裕が少ない（確率 %1）</translation>
    </message>
    <message>
        <source>(chance %1)</source>
        <translation>（確率 %1）</translation>
    </message>
    <message>
        <source>%1, 9 in 10 by %2; %3</source>
        <translation>%1、10 回に 9 回は %2 まで、%3</translation>
    </message>
    <message>
        <source>%1, 9 in 10 by %2</source>
        <translation>%1、10 回に 9 回は %2 まで</translation>
    </message>
    <message>
        <source>%1 (P50), 9 in 10 by %2; %3</source>
        <translation>%1 (P50)、10 回に 9 回は %2 まで、%3</translation>
    </message>
    <message>
        <source>%1 at P50</source>
        <translation>P50 で %1</translation>
    </message>
    <message>
        <source>%1 (80 %: %2)</source>
        <translation>%1 (80 %: %2)</translation>
    </message>
    <message>
        <source>%1 (80 %: %2), mean %3</source>
        <translation>%1 (80 %: %2)、平均 %3</translation>
    </message>
    <message>
        <source>%1, mean %2</source>
        <translation>%1、平均 %2</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>%1 (80 %: %2); %3 over the ways of buying</source>
        <translation>%1 (80 %: %2)、購入方式により %3</translation>
    </message>
    <message>
        <source>%1 over the ways of buying</source>
        <translation>購入方式により %1</translation>
    </message>
    <message>
        <source>%1 of %2: %3 days (P50), ready on %4, %5</source>
        <translation>%2 で %1: %3 日 (P50)、%4 に完了、%5</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50), ready on %4, %5 expected</source>
        <translation>%2 で %1: %3 日 (P50)、%4 に完了、期待値 %5</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50), ready on %4, cost unknown</source>
        <translation>%2 で %1: %3 日 (P50)、%4 に完了、費用は不明</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50), ready on %5, %6 expected</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50)、%5 に完了、期待値 %6</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50), ready on %5, cost unknown</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50)、%5 に完了、費用は不明</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50; 80 %: %4), ready by %5 with 90 %, %6 (P50)</source>
        <translation>%2 で %1: %3 日 (P50、80 %: %4)、90 % の確率で %5 までに完了、%6 (P50)</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50; 80 %: %4), ready by %5 with 90 %, cost unknown</source>
        <translation>%2 で %1: %3 日 (P50、80 %: %4)、90 % の確率で %5 までに完了、費用は不明</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50; 80 %: %5), ready by %6 with 90 %, %7 (P50)</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50、80 %: %5)、90 % の確率で %6 までに完了、%7 (P50)</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50; 80 %: %5), ready by %6 with 90 %, cost unknown</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50、80 %: %5)、90 % の確率で %6 までに完了、費用は不明</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4</source>
        <translation>%2 と予備 %3 で %1: %4</translation>
    </message>
    <message>
        <source>%1 on %2: tensor %3</source>
        <translation>%2 で %1: テンソル %3</translation>
    </message>
    <message>
        <source>%1 × %2 and %3 spares</source>
        <translation>%1 × %2 と予備 %3</translation>
    </message>
    <message>
        <source>%1 parameters trained on %2 tokens</source>
        <translation>%1 パラメーターを %2 トークンで学習</translation>
    </message>
    <message>
        <source>80 %: %1 days, ready %2, %3</source>
        <translation>80 %: %1 日、完了 %2、%3</translation>
    </message>
    <message>
        <source>80 %: %1 days</source>
        <translation>80 %: %1 日</translation>
    </message>
    <message>
        <source>80 %: %1 days, ready between %2 and %3, %4</source>
        <translation>80 %: %1 日、%2 から %3 に完了、%4</translation>
    </message>
    <message>
        <source>80 %: %1 days, ready between %2 and %3</source>
        <translation>80 %: %1 日、%2 から %3 に完了</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>テンソル %1</translation>
    </message>
    <message>
        <source>pipeline %1</source>
        <translation>パイプライン %1</translation>
    </message>
    <message>
        <source>virtual %1</source>
        <translation>仮想 %1</translation>
    </message>
    <message>
        <source>data %1</source>
        <translation>データ %1</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>コンテキスト %1</translation>
    </message>
    <message>
        <source>expert %1</source>
        <translation>エキスパート %1</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>マイクロバッチ %1</translation>
    </message>
    <message>
        <source>ZeRO %1</source>
        <translation>ZeRO %1</translation>
    </message>
    <message>
        <source>sequence-parallel</source>
        <translation>系列並列</translation>
    </message>
    <message>
        <source>full recompute</source>
        <translation>全再計算</translation>
    </message>
    <message>
        <source>selective recompute</source>
        <translation>選択的再計算</translation>
    </message>
    <message>
        <source>cost unknown</source>
        <translation>費用は不明</translation>
    </message>
    <message>
        <source>%1 expected</source>
        <translation>期待値 %1</translation>
    </message>
    <message>
        <source>ready on %1</source>
        <translation>%1 に完了</translation>
    </message>
    <message>
        <source>ready by %1 with 90 %</source>
        <translation>90 % の確率で %1 までに完了</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>メモリー: %1</translation>
    </message>
    <message>
        <source>measure before you rely on it</source>
        <translation>頼る前に測定してください</translation>
    </message>
    <message>
        <source>Memory is tight: %1 per accelerator of %2, a chance of %3 that it fits; measure before you rely on it.</source>
        <translation>メモリーの余裕が少ない: アクセラレーターあたり %2 のうち %1、収まる確率は %3 です。頼る前に測定してください。</translation>
    </message>
    <message>
        <source>No %1 price of %2 in %3 is known on %4: the cost is unknown.</source>
        <translation>%3 の %2 の %1 価格は %4 時点で知られていません: 費用は不明です。</translation>
    </message>
    <message>
        <source>Prices known nearby: %1; choose one by price.region, price.kind, price.on or cluster.instance, or give price.per_node_hour.</source>
        <translation>近くで知られている価格: %1。price.region、price.kind、price.on、cluster.instance で選ぶか、price.per_node_hour を指定してください。</translation>
    </message>
    <message>
        <source>%1 $/h of %2, %3 in %4 from %5</source>
        <translation>%2 の %1 $/h（%4 の %3、%5 から）</translation>
    </message>
    <message>
        <source>per %1, %2, %3, in force on %4; seen from %5 to %6</source>
        <translation>%1 あたり、%2、%3、%4 時点で有効（%5 から %6 まで観測）</translation>
    </message>
    <message>
        <source>%1, not confirmed</source>
        <translation>%1、未確認</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>assumption, unconfirmed, not confirmed</source>
        <translation>仮定、未確認</translation>
    </message>
    <message>
        <source>rule: %1</source>
        <translation>規則: %1</translation>
    </message>
    <message>
        <source>rule: not given</source>
        <translation>規則: 指定なし</translation>
    </message>
    <message>
        <source>rule: not given: no time for evaluation</source>
        <translation>規則: 指定なし、評価の時間はなし</translation>
    </message>
    <message>
        <source>full: luck and model error apart, where the time goes, causes, what would help, assumptions</source>
        <translation>full: 運とモデル誤差の別、時間の内訳、原因、効く変更、仮定</translation>
    </message>
    <message>
        <source>as placed, by median days; the plan is the fastest that fits where none was stated for so many nodes</source>
        <translation>配置のとおり、日数の中央値。そのノード数の計画が指定されていないときは収まる最速の計画</translation>
    </message>
    <message>
        <source>habits of %1 common to all frameworks, paces of %2 as fitted; measured steps of your own would correct them: %3</source>
        <translation>%1 の習性は全フレームワーク共通、%2 の速さは当てはめのとおり。自分で測ったステップがあれば補正できます: %3</translation>
    </message>
    <message>
        <source>habits of %1 as fitted, paces of %2 as fitted; measured steps of your own would correct them: %3</source>
        <translation>%1 の習性と %2 の速さは当てはめのとおり。自分で測ったステップがあれば補正できます: %3</translation>
    </message>
    <message>
        <source>catalogue item %1</source>
        <translation>カタログ項目 %1</translation>
    </message>
    <message>
        <source>step times: %1</source>
        <translation>ステップ時間: %1</translation>
    </message>
    <message>
        <source>never measured</source>
        <translation>測定なし</translation>
    </message>
    <message>
        <source>%1: never measured</source>
        <translation>%1: 測定なし</translation>
    </message>
    <message>
        <source>%1: measured by %2 sources</source>
        <translation>%1: %2 件の出典で測定</translation>
    </message>
    <message>
        <source>%1: measured by %2 source</source>
        <translation>%1: %2 件の出典で測定</translation>
    </message>
    <message>
        <source>%1 on %2: never measured</source>
        <translation>%2 の %1: 測定なし</translation>
    </message>
    <message>
        <source>%1 on %2: measured by %3 sources</source>
        <translation>%2 の %1: %3 件の出典で測定</translation>
    </message>
    <message>
        <source>%1 on %2: measured by %3 source</source>
        <translation>%2 の %1: %3 件の出典で測定</translation>
    </message>
    <message>
        <source>dense models with %1: measured by %2 sources</source>
        <translation>%1 の密モデル: %2 件の出典で測定</translation>
    </message>
    <message>
        <source>dense models with %1: never measured</source>
        <translation>%1 の密モデル: 測定なし</translation>
    </message>
    <message>
        <source>mixtures of experts with %1: measured by %2 sources</source>
        <translation>%1 の混合エキスパート: %2 件の出典で測定</translation>
    </message>
    <message>
        <source>mixtures of experts with %1: never measured</source>
        <translation>%1 の混合エキスパート: 測定なし</translation>
    </message>
    <message>
        <source>on %1 accelerators at most, here %2</source>
        <translation>最大 %1 基、ここでは %2 基</translation>
    </message>
    <message>
        <source>held out from the fit: %1</source>
        <translation>当てはめから除いたもの: %1</translation>
    </message>
    <message>
        <source>framework %1: median error %2 of %3 rows, %4 in the 80 % interval</source>
        <translation>フレームワーク %1: %3 行の誤差の中央値 %2、80 % 区間内 %4</translation>
    </message>
    <message>
        <source>accelerator %1: median error %2 of %3 rows, %4 in the 80 % interval</source>
        <translation>アクセラレーター %1: %3 行の誤差の中央値 %2、80 % 区間内 %4</translation>
    </message>
    <message>
        <source>history: %1</source>
        <translation>実績: %1</translation>
    </message>
    <message>
        <source>failures of %1</source>
        <translation>%1 の故障</translation>
    </message>
    <message>
        <source>calibration/steps, %1</source>
        <translation>calibration/steps、%1</translation>
    </message>
    <message>
        <source>habits of %1</source>
        <translation>%1 の習性</translation>
    </message>
    <message>
        <source>paces of %1</source>
        <translation>%1 の速さ</translation>
    </message>
    <message>
        <source>prior %1</source>
        <translation>事前値 %1</translation>
    </message>
    <message>
        <source>prior of the item</source>
        <translation>項目の事前値</translation>
    </message>
    <message>
        <source>standard error %1</source>
        <translation>標準誤差 %1</translation>
    </message>
    <message>
        <source>%1 of the rows of one source</source>
        <translation>一つの出典の行が %1</translation>
    </message>
    <message>
        <source>%1 of the rows of one source (%2)</source>
        <translation>一つの出典の行が %1 (%2)</translation>
    </message>
    <message>
        <source>standard error %1 (%2)</source>
        <translation>標準誤差 %1 (%2)</translation>
    </message>
    <message>
        <source>default</source>
        <translation>既定</translation>
    </message>
    <message>
        <source>from memory; no document seen</source>
        <translation>記憶による。文書は未確認</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 パラメーター</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>不明: %1</translation>
    </message>
    <message>
        <source>%1; simulated with luck alone %2, %3 standard errors off</source>
        <translation>%1、運だけのシミュレーションでは %2（標準誤差の %3 倍の差）</translation>
    </message>
    <message>
        <source>%1 days; simulated with luck alone %2, %3 standard errors off</source>
        <translation>%1 日、運だけのシミュレーションでは %2（標準誤差の %3 倍の差）</translation>
    </message>
    <message>
        <source>%1 every %2 (exact optimum %3, Daly %4, Young %5)</source>
        <translation>%2 ごとに %1（厳密な最適 %3、Daly %4、Young %5）</translation>
    </message>
    <message>
        <source>%1 every %2</source>
        <translation>%2 ごとに %1</translation>
    </message>
    <message>
        <source>after %1 h on average</source>
        <translation>平均 %1 時間後</translation>
    </message>
    <message>
        <source>after %1 on average</source>
        <translation>平均 %1 後</translation>
    </message>
    <message>
        <source>%1 per 1,000 node-days</source>
        <translation>1,000 ノード日あたり %1</translation>
    </message>
    <message>
        <source>%1 per 1,000 node-days; %2</source>
        <translation>1,000 ノード日あたり %1、%2</translation>
    </message>
    <message>
        <source>%1; %2 of the time waits for a node with none free (by Erlang&apos;s formula %3 of failures in need of a node find none)</source>
        <translation>%1。時間の %2 は空きノード待ち（アーランの式では、ノードを要する故障の %3 が空きなし）</translation>
    </message>
    <message>
        <source>%1; ± is one standard error</source>
        <translation>%1。± は標準誤差</translation>
    </message>
    <message>
        <source>asynchronous checkpoints: %1 days</source>
        <translation>非同期チェックポイント: %1 日</translation>
    </message>
    <message>
        <source>asynchronous checkpoints: %1 days, %2</source>
        <translation>非同期チェックポイント: %1 日、%2</translation>
    </message>
    <message>
        <source>failures are detected in half the time: %1 days, %2</source>
        <translation>故障の検知を半分の時間で: %1 日、%2</translation>
    </message>
    <message>
        <source>failures are detected in half the time: %1 days</source>
        <translation>故障の検知を半分の時間で: %1 日</translation>
    </message>
    <message>
        <source>%1 days if a node is replaced in %2, not %3</source>
        <translation>ノードの交換が %3 ではなく %2 なら %1 日</translation>
    </message>
    <message>
        <source>%1 days, %2 if a node is replaced in %3, not %4</source>
        <translation>ノードの交換が %4 ではなく %3 なら %1 日、%2</translation>
    </message>
    <message>
        <source>%1 days if campaigns take %2 beside, not %3</source>
        <translation>実験などの追加が %3 ではなく %2 なら %1 日</translation>
    </message>
    <message>
        <source>%1 days, %2 if campaigns take %3 beside, not %4</source>
        <translation>実験などの追加が %4 ではなく %3 なら %1 日、%2</translation>
    </message>
    <message>
        <source>%1 days if steps take the slow end of their 80 % interval</source>
        <translation>ステップが 80 % 区間の遅い端なら %1 日</translation>
    </message>
    <message>
        <source>%1 days, %2 if steps take the slow end of their 80 % interval</source>
        <translation>ステップが 80 % 区間の遅い端なら %1 日、%2</translation>
    </message>
    <message>
        <source>no end if a node is replaced in %1, not %2</source>
        <translation>ノードの交換が %2 ではなく %1 なら終わらない</translation>
    </message>
    <message>
        <source>80 % of peaks at %1 of it</source>
        <translation>ピークの 80 % はその %1 倍</translation>
    </message>
    <message>
        <source>%1: %2 projects of %3 organisations on %4, %5 to %6: %7 placed, none at risk, %8</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれなし、%8</translation>
    </message>
    <message>
        <source>%1: %2 projects of %3 organisations on %4, %5 to %6: %7 placed, %8 at risk, %9</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれ %8、%9</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 と %2</translation>
    </message>
    <message>
        <source>at a price that is not known</source>
        <translation>価格は不明</translation>
    </message>
    <message>
        <source>%1 at a price that is not known</source>
        <translation>%1、価格は不明</translation>
    </message>
    <message>
        <source>%1 is exceeded by %2 at P90, and by %3 in the mean</source>
        <translation>%1 を P90 で %2、平均で %3 超過</translation>
    </message>
    <message>
        <source>its budget of %1 is exceeded by %2 at P90, and by %3 in the mean</source>
        <translation>予算 %1 を P90 で %2、平均で %3 超過</translation>
    </message>
    <message>
        <source>its budget of %1 is exceeded by %2 at P90</source>
        <translation>予算 %1 を P90 で %2 超過</translation>
    </message>
    <message>
        <source>chance that all nodes of a delivery but its pool&apos;s spares are there, checked and good</source>
        <translation>納入の全ノード（プールの予備を除く）が到着し、検査に合格している確率</translation>
    </message>
    <message>
        <source>finish: over the simulated trials; money: of the nodes that it is given, expected, after the programme&apos;s end too</source>
        <translation>完了: シミュレーションした試行による。金額: 与えられたノードの期待値（プログラム終了後も含む）</translation>
    </message>
    <message>
        <source>organisations: expected, for the nodes that they are given; pools: for all nodes that are held, idle ones too</source>
        <translation>組織: 与えられたノードの期待値。プール: 確保した全ノード（空きも含む）</translation>
    </message>
    <message>
        <source>P90: of the sum over pools and months in each trial</source>
        <translation>P90：各試行でプールと月にわたって合計した値の P90</translation>
    </message>
    <message>
        <source>used: work that counts; lost: held by jobs for failures, recoveries and checkpoints; kept: by dedicated projects between phases; unfit: being checked, defective, in maintenance</source>
        <translation>使用: 有効な作業。損失時間: 故障・復旧・チェックポイントでジョブが占有。確保: 専有プロジェクトの段階の間。使用不可: 検査中・不良・保守中</translation>
    </message>
    <message>
        <source>jobs: of one trial; waits: over all jobs of all trials</source>
        <translation>ジョブ: 一つの試行のもの。待ち時間: 全試行の全ジョブによる</translation>
    </message>
    <message>
        <source>placed by list scheduling and local search; %1</source>
        <translation>リストスケジューリングと局所探索で配置。%1</translation>
    </message>
    <message>
        <source>placed by list scheduling and local search; proved: no placement is better; %1 simulated trials</source>
        <translation>リストスケジューリングと局所探索で配置。これより良い配置がないことを証明済み。シミュレーション %1 試行</translation>
    </message>
    <message>
        <source>placed by list scheduling and local search; %1 simulated trials</source>
        <translation>リストスケジューリングと局所探索で配置。シミュレーション %1 試行</translation>
    </message>
    <message>
        <source>proved: no placement is better</source>
        <translation>これより良い配置がないことを証明済み</translation>
    </message>
    <message>
        <source>%1 simulated trials</source>
        <translation>シミュレーション %1 試行</translation>
    </message>
    <message>
        <source>queue: %1 with backfill; widths and pools by list scheduling and local search; %2 simulated trials</source>
        <translation>待ち行列: %1、バックフィルあり。ノード数とプールはリストスケジューリングと局所探索。シミュレーション %2 試行</translation>
    </message>
    <message>
        <source>queue: %1; widths and pools by list scheduling and local search; %2 simulated trials</source>
        <translation>待ち行列: %1。ノード数とプールはリストスケジューリングと局所探索。シミュレーション %2 試行</translation>
    </message>
    <message>
        <source>organisation %1</source>
        <translation>組織 %1</translation>
    </message>
    <message>
        <source>%1 takes a step as fast</source>
        <translation>%1 はステップ時間が同じ</translation>
    </message>
    <message>
        <source>%1 trains %2 faster (80 %: %3)</source>
        <translation>%1 は学習が %2 速い (80 %: %3)</translation>
    </message>
    <message>
        <source>%1 trains %2 slower (80 %: %3)</source>
        <translation>%1 は学習が %2 遅い (80 %: %3)</translation>
    </message>
    <message>
        <source>≈ the model cannot tell this difference from none: its 80 % interval holds 0</source>
        <translation>≈ この差は無いことと区別できません: 80 % 区間に 0 を含みます</translation>
    </message>
    <message>
        <source>mean over the %1 of the orders that lead through plans that can be made</source>
        <translation>実行可能な計画を通る順序（%1）についての平均</translation>
    </message>
    <message>
        <source>mean over the orders</source>
        <translation>順序についての平均</translation>
    </message>
    <message>
        <source>%1 points: %2 ok</source>
        <translation>%1 点: 可 %2</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3 refused</source>
        <translation>%1 点: 可 %2、却下 %3</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3 out of memory</source>
        <translation>%1 点: 可 %2、メモリー不足 %3</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3</source>
        <translation>%1 点: 可 %2、%3</translation>
    </message>
    <message>
        <source>%1 × %2: spot comes with preemption, which the run does not have; give run.hazards.preemption, for instance %3, or use on_demand</source>
        <translation>%1 × %2: spot には中断が伴いますが、実行に設定がありません。run.hazards.preemption を（例: %3）指定するか、on_demand を使ってください</translation>
    </message>
    <message>
        <source>%1 × cost unknown: Capacity Blocks are not sold for so many days.</source>
        <translation>%1 × 費用は不明: Capacity Blocks はその日数では販売されていません。</translation>
    </message>
    <message>
        <source>%1: fewest %2 with %3</source>
        <translation>%1: %3 を満たす最少の %2</translation>
    </message>
    <message>
        <source>%1: most %2 with %3</source>
        <translation>%1: %3 を満たす最多の %2</translation>
    </message>
    <message>
        <source>%1: least %2 with %3</source>
        <translation>%1: %3 を満たす最小の %2</translation>
    </message>
    <message>
        <source>%1 does not do: not %2 (%3 is %4)</source>
        <translation>%1 では不可: %2 を満たさない（%3 は %4）</translation>
    </message>
    <message>
        <source>scanned: %1 values of %2 from %3 to %4; %5 of %6 can run</source>
        <translation>走査: %2 の %3 から %4 まで %1 個の値。%6 のうち %5 が実行可能</translation>
    </message>
    <message>
        <source>%1 over %2 GPUs: %3</source>
        <translation>%2 GPU の %1: %3</translation>
    </message>
    <message>
        <source>%1: %2 accelerators, bisection bandwidth %3 each way, %4</source>
        <translation>%1: アクセラレーター %2 基、二分帯域幅は片方向 %3、%4</translation>
    </message>
    <message>
        <source>%1 parts and %2 cables; %3 and %4 when those that are alike count once</source>
        <translation>部品 %1、ケーブル %2（同じものを一つと数えると %3 と %4）</translation>
    </message>
    <message>
        <source>bandwidth: line rate of one accelerator and direction when all send across the level at once; latency: one message; links: on the longest way</source>
        <translation>帯域幅: 全員が同時にその階層を越えて送るときのアクセラレーター 1 基・片方向の回線速度。レイテンシー: 1 メッセージ。リンク: 最長の経路</translation>
    </message>
    <message>
        <source>data parallel: rings of %1 at stride %2</source>
        <translation>データ並列: 間隔 %2 の %1 基のリング</translation>
    </message>
    <message>
        <source>tensor parallel: rings of %1</source>
        <translation>テンソル並列: %1 基のリング</translation>
    </message>
    <message>
        <source>expert parallel: all-to-alls of %1</source>
        <translation>エキスパート並列: %1 基の全対全通信</translation>
    </message>
    <message>
        <source>communicators, all at once</source>
        <translation>コミュニケーター（同時）</translation>
    </message>
    <message>
        <source>latency of leaf, spine and core switches</source>
        <translation>リーフ・スパイン・コアスイッチのレイテンシー</translation>
    </message>
    <message>
        <source>none: all NICs of a machine on one leaf</source>
        <translation>なし: 計算機の全 NIC が一つのリーフに接続</translation>
    </message>
    <message>
        <source>not stated whether the network is rail-optimised</source>
        <translation>レール最適化かどうかの記載なし</translation>
    </message>
    <message>
        <source>not stated; half the ports of a switch of %1</source>
        <translation>記載なし。%1 のスイッチのポートの半分</translation>
    </message>
    <message>
        <source>not stated; non-blocking is taken</source>
        <translation>記載なし。ノンブロッキングとする</translation>
    </message>
    <message>
        <source>oversubscription of leaves</source>
        <translation>リーフのオーバーサブスクリプション</translation>
    </message>
    <message>
        <source>the measured latency of a message between machines holds all of the way</source>
        <translation>計算機間メッセージの測定レイテンシーが経路全体を含む</translation>
    </message>
    <message>
        <source>profile %1: %2</source>
        <translation>プロファイル %1: %2</translation>
    </message>
    <message>
        <source>profile %1</source>
        <translation>プロファイル %1</translation>
    </message>
    <message>
        <source>EFA v2 (Nitro v4), leaf switch</source>
        <translation>EFA v2 (Nitro v4)、リーフスイッチ</translation>
    </message>
    <message>
        <source>NVLink 4 with NVSwitch</source>
        <translation>NVSwitch つき NVLink 4</translation>
    </message>
    <message>
        <source>Two or more p5.48xlarge over EFA v2</source>
        <translation>EFA v2 による 2 台以上の p5.48xlarge</translation>
    </message>
    <message>
        <source>one call of a program that waits for it takes %1 at least, on whatever GPU</source>
        <translation>待ち合わせるプログラムの 1 回の呼び出しは、どの GPU でも少なくとも %1 かかる</translation>
    </message>
    <message>
        <source>%1 of %2: never measured over as many NVLink domains; the interval is as wide as rows of whole systems that were left out</source>
        <translation>%2 の %1: これほど多い NVLink 領域では測定なし。区間は除外したシステム全体の行と同じ広さ</translation>
    </message>
    <message>
        <source>Batch size and learning rate at %1 parameters, %2 tokens (%3)</source>
        <translation>%1 パラメーター、%2 トークンでのバッチサイズと学習率 (%3)</translation>
    </message>
    <message>
        <source>Loss over parameters and tokens: %1</source>
        <translation>パラメーター数とトークン数に対する損失: %1</translation>
    </message>
    <message>
        <source>loss in %1</source>
        <translation>損失: %1</translation>
    </message>
    <message>
        <source>nats/token, %1</source>
        <translation>nats/トークン、%1</translation>
    </message>
    <message>
        <source>nats/token, the authors&apos; data</source>
        <translation>nats/トークン、著者のデータ</translation>
    </message>
    <message>
        <source>nats/token, C4 validation after training on RedPajama</source>
        <translation>nats/トークン、RedPajama で学習後の C4 検証データ</translation>
    </message>
    <message>
        <source>best division of compute</source>
        <translation>計算量の最適な配分</translation>
    </message>
    <message>
        <source>equal loss</source>
        <translation>損失が等しい</translation>
    </message>
    <message>
        <source>equal compute, %1</source>
        <translation>計算量が等しい（%1）</translation>
    </message>
    <message>
        <source>6ND of active parameters</source>
        <translation>有効パラメーターの 6ND</translation>
    </message>
    <message>
        <source>6ND and serving</source>
        <translation>6ND と推論</translation>
    </message>
    <message>
        <source>fitted here</source>
        <translation>当てはめの範囲</translation>
    </message>
    <message>
        <source>parameters (%1)</source>
        <translation>パラメーター数（%1）</translation>
    </message>
    <message>
        <source>all experts, without embeddings</source>
        <translation>全エキスパート、埋め込みを除く</translation>
    </message>
    <message>
        <source>all parameters</source>
        <translation>全パラメーター</translation>
    </message>
    <message>
        <source>all parameters, embeddings included</source>
        <translation>全パラメーター、埋め込みを含む</translation>
    </message>
    <message>
        <source>parameters of the dense model whose MLPs are routed</source>
        <translation>MLP を分けた元の密なモデルのパラメーター</translation>
    </message>
    <message>
        <source>parameters without embeddings</source>
        <translation>埋め込みを除くパラメーター</translation>
    </message>
    <message>
        <source>M/6, M the FLOP per token without embeddings</source>
        <translation>M/6、M は埋め込みを除くトークンあたりの FLOP</translation>
    </message>
    <message>
        <source>%1: %2 on %3, loss %4</source>
        <translation>%1: %2 を %3 トークンで、損失 %4</translation>
    </message>
    <message>
        <source>%1: %2 on %3</source>
        <translation>%1: %2 を %3 トークンで</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>問い</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>この計画</translation>
    </message>
    <message>
        <source>best with %1</source>
        <translation>%1 での最適</translation>
    </message>
    <message>
        <source>The best division of compute: %1</source>
        <translation>計算量の最適な配分: %1</translation>
    </message>
    <message>
        <source>%1 (%2 active)</source>
        <translation>%1（有効 %2）</translation>
    </message>
    <message>
        <source>N(C) and D(C) of this law were fitted apart: 6ND is %1 times its compute, and curves of equal loss are of its L(N, D)</source>
        <translation>この法則の N(C) と D(C) は別々に当てはめられた: 6ND は計算量の %1 倍で、等損失線は L(N, D) による</translation>
    </message>
    <message>
        <source>the law gives no loss, so the picture has no curves of equal loss</source>
        <translation>この法則は損失を与えないため、図に等損失線はない</translation>
    </message>
    <message>
        <source>compute: training and serving together</source>
        <translation>計算量: 学習と推論の合計</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>レプリカ</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>稼働</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>保持中</translation>
    </message>
    <message>
        <source>and %1 more ranks; --format csv or json has all</source>
        <translation>ほかに %1 ランク。すべては --format csv か json で</translation>
    </message>
    <message>
        <source>in flight: micro-batches whose activations the rank holds at its peak, where the memory is of</source>
        <translation>保持中: ランクがピーク時に活性値を保持するマイクロバッチ数。メモリーはその時のもの</translation>
    </message>
    <message>
        <source>plan and step correct the step time by a factor of %1, for the date of the software; the times shown here are as simulated.</source>
        <translation>計画のステップ時間にはソフトウェアの日付により %1 を掛けてあるが、ここの時間はシミュレーションのまま</translation>
    </message>
    <message>
        <source>plan and step correct the step time by a factor of %1, for the date of the software and anchors; the times shown here are as simulated.</source>
        <translation>計画のステップ時間にはソフトウェアの日付と実測により %1 を掛けてあるが、ここの時間はシミュレーションのまま</translation>
    </message>
    <message>
        <source>%1 passes are more than the %2 that are drawn here; fmplan trace draws them</source>
        <translation>%1 回のパスはここで描く上限の %2 回を超える。fmplan trace なら描ける</translation>
    </message>
    <message>
        <source>step %1 · idle %2</source>
        <translation>ステップ %1・空き %2</translation>
    </message>
    <message>
        <source>%1 of it not drawn: stragglers, and kernels slowed by traffic</source>
        <translation>うち %1 は図にない: 遅れるランクと、通信で遅くなるカーネル</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>順伝播</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>逆伝播</translation>
    </message>
    <message>
        <source>gradients of inputs</source>
        <translation>入力の勾配</translation>
    </message>
    <message>
        <source>of weights</source>
        <translation>重みの勾配</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>同時</translation>
    </message>
    <message>
        <source>host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>parameters gathered</source>
        <translation>パラメーターの収集</translation>
    </message>
    <message>
        <source>gradients reduced</source>
        <translation>勾配の集約</translation>
    </message>
    <message>
        <source>activations held</source>
        <translation>保持する活性値</translation>
    </message>
    <message>
        <source>sends</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>time, %1</source>
        <translation>時間（%1）</translation>
    </message>
    <message>
        <source>lighter: micro-batches from the other end</source>
        <translation>淡色: 反対側からのマイクロバッチ</translation>
    </message>
    <message>
        <source>lighter: later stages of a rank</source>
        <translation>淡色: ランクの後のステージ</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 マイクロバッチ</translation>
    </message>
    <message>
        <source>%1 micro-batch</source>
        <translation>%1 マイクロバッチ</translation>
    </message>
    <message>
        <source>… %1 micro-batches, %2 …</source>
        <translation>… %1 マイクロバッチ、%2 …</translation>
    </message>
    <message>
        <source>… %1 ranks …</source>
        <translation>… %1 ランク …</translation>
    </message>
    <message>
        <source>%1 replicas</source>
        <translation>%1 レプリカ</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>レプリカ %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>ランク %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>ステージ %1</translation>
    </message>
    <message>
        <source>stages %1</source>
        <translation>ステージ %1</translation>
    </message>
    <message>
        <source>idle %1</source>
        <translation>空き %1</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>保持 %1</translation>
    </message>
    <message>
        <source>holds %1, %2</source>
        <translation>保持 %1、%2</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares</source>
        <translation>%1、%2、予備 %3</translation>
    </message>
    <message>
        <source>%1 on %2 × %3</source>
        <translation>%1、%2 × %3</translation>
    </message>
    <message>
        <source>What would help most</source>
        <translation>最も効く変更</translation>
    </message>
    <message>
        <source>from → to</source>
        <translation>変更前 → 変更後</translation>
    </message>
    <message>
        <source>days saved</source>
        <translation>短縮日数</translation>
    </message>
    <message>
        <source>money saved</source>
        <translation>節約額</translation>
    </message>
    <message>
        <source>by money</source>
        <translation>節約額の順位</translation>
    </message>
    <message>
        <source>one change at a time, on the same luck, ordered by the days it saves; by money: its place by what it saves; negative: it costs</source>
        <translation>変更は一つずつ、同じ乱数で、短縮日数の順。節約額の順位: 節約額での順番。負は費用増</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>detection %1</source>
        <translation>検出 %1</translation>
    </message>
    <message>
        <source>diagnosis %1</source>
        <translation>診断 %1</translation>
    </message>
    <message>
        <source>swap %1</source>
        <translation>交代 %1</translation>
    </message>
    <message>
        <source>replacement %1</source>
        <translation>交換 %1</translation>
    </message>
    <message>
        <source>initialisation %1</source>
        <translation>初期化 %1</translation>
    </message>
    <message>
        <source>repair %1</source>
        <translation>修理 %1</translation>
    </message>
    <message>
        <source>%1 of %2 → %3</source>
        <translation>%2 の %1 → %3</translation>
    </message>
    <message>
        <source>checkpoint.mode sync → async</source>
        <translation>checkpoint.mode 同期 → 非同期</translation>
    </message>
    <message>
        <source>checkpoint.just_in_time true</source>
        <translation>checkpoint.just_in_time 有効</translation>
    </message>
    <message>
        <source>continuation elastic</source>
        <translation>継続方法: 少ないノードで</translation>
    </message>
    <message>
        <source>continuation replica</source>
        <translation>継続方法: ほかのレプリカで</translation>
    </message>
    <message>
        <source>failures are detected in half the time</source>
        <translation>障害の検出が半分の時間</translation>
    </message>
    <message>
        <source>failures are diagnosed in half the time</source>
        <translation>障害の診断が半分の時間</translation>
    </message>
    <message>
        <source>spares take over in half the time</source>
        <translation>予備への交代が半分の時間</translation>
    </message>
    <message>
        <source>nodes are replaced in half the time</source>
        <translation>ノードの交換が半分の時間</translation>
    </message>
    <message>
        <source>processes and communicators start in half the time</source>
        <translation>プロセスとコミュニケーターの起動が半分の時間</translation>
    </message>
    <message>
        <source>communicators grow with ranks half as fast</source>
        <translation>ランクごとのコミュニケーターの起動が半分の時間</translation>
    </message>
    <message>
        <source>half the warm-up</source>
        <translation>ウォームアップが半分</translation>
    </message>
    <message>
        <source>two more spare nodes</source>
        <translation>予備ノードを二台追加</translation>
    </message>
    <message>
        <source>a file system of twice the size</source>
        <translation>ファイルシステムを二倍に</translation>
    </message>
    <message>
        <source>asynchronous checkpoints</source>
        <translation>非同期チェックポイント</translation>
    </message>
    <message>
        <source>the best interval between checkpoints</source>
        <translation>最適なチェックポイント間隔</translation>
    </message>
    <message>
        <source>every checkpoint also to the memory of another node</source>
        <translation>各チェックポイントを別ノードのメモリーにも</translation>
    </message>
    <message>
        <source>survivors save their state when a node fails</source>
        <translation>ノード障害時に残りのノードが状態を保存</translation>
    </message>
    <message>
        <source>the job goes on with fewer nodes while none is free</source>
        <translation>空きがない間は少ないノードで続行</translation>
    </message>
    <message>
        <source>the other replicas go on when one fails</source>
        <translation>一つが止まってもほかのレプリカは続行</translation>
    </message>
    <message>
        <source>every lemon node is recognised at its first failure</source>
        <translation>不良ノードを最初の障害で見分ける</translation>
    </message>
    <message>
        <source>failed nodes are repaired in half the time</source>
        <translation>故障ノードの修理が半分の時間</translation>
    </message>
    <message>
        <source>groups of nodes are back in half the time</source>
        <translation>ノード群の復帰が半分の時間</translation>
    </message>
    <message>
        <source>capacity is back in half the time after a preemption</source>
        <translation>中断後の容量の復帰が半分の時間</translation>
    </message>
    <message>
        <source>checkpoints kept for good twice as often</source>
        <translation>永久保存のチェックポイントを二倍の頻度で</translation>
    </message>
    <message>
        <source>slow nodes are found in half the time</source>
        <translation>遅いノードの発見が半分の時間</translation>
    </message>
    <message>
        <source>silent corruption is found in half the time</source>
        <translation>無言のデータ破損の発見が半分の時間</translation>
    </message>
    <message>
        <source>maintenance takes half as long</source>
        <translation>保守が半分の時間</translation>
    </message>
    <message>
        <source>Compute-optimal training with %1 FLOP</source>
        <translation>%1 FLOP での計算最適な学習</translation>
    </message>
    <message>
        <source>%1 of %2 answers lie outside what their law was fitted on; × and ÷ say how far</source>
        <translation>%2 のうち %1 の回答は法則の当てはめ範囲の外です。× と ÷ が外れの大きさを示します</translation>
    </message>
    <message>
        <source>losses of different laws are over different data and tokenizers: compare them within a law only</source>
        <translation>異なる法則の損失はデータもトークナイザーも異なります。同じ法則の中だけで比べてください</translation>
    </message>
    <message>
        <source>sources and notes: --law NAME, or --format json</source>
        <translation>出典と注記: --law NAME または --format json</translation>
    </message>
    <message>
        <source>no token is repeated (%1)</source>
        <translation>トークンの反復なし (%1)</translation>
    </message>
    <message>
        <source>%1: gives the loss of a size at one fixed number of training tokens: it has no compute optimum</source>
        <translation>%1: 一定の学習トークン数での損失だけを与えるため、計算最適がありません</translation>
    </message>
    <message>
        <source>%1: not every constant was checked against its source</source>
        <translation>%1: すべての定数が出典と照合されてはいません</translation>
    </message>
    <message>
        <source>%1: needs the tokens to be served (inference tokens); with none it is its parametric law</source>
        <translation>%1: 推論トークン数が必要です。なければ元のパラメトリック法則と同じです</translation>
    </message>
    <message>
        <source>fitted on %1 FLOP</source>
        <translation>%1 FLOP で当てはめ</translation>
    </message>
    <message>
        <source>experts per routed layer (%1)</source>
        <translation>ルーティング層あたりエキスパート数 (%1)</translation>
    </message>
    <message>
        <source>fine experts per standard expert, 64-fold expansion (%1)</source>
        <translation>標準エキスパートあたりの細粒度エキスパート数、64 倍拡張 (%1)</translation>
    </message>
    <message>
        <source>at its own loss, %1; twice the fewest steps and tokens there</source>
        <translation>自身の損失 %1 で。最少のステップ数・トークン数の 2 倍</translation>
    </message>
    <message>
        <source>AdamW, cosine; N without vocabulary</source>
        <translation>AdamW、コサイン。N は語彙を除く</translation>
    </message>
    <message>
        <source>∝ D^0.47 is confirmed, its coefficient is not; %1 parameters</source>
        <translation>∝ D^0.47 は確認済み、係数は未確認。%1 パラメーター</translation>
    </message>
    <message>
        <source>assumed: a typical share of the dense bf16 peak, %1 per accelerator; 6ND FLOP</source>
        <translation>仮定: 密な bf16 ピークの典型的な割合、アクセラレーターあたり %1。6ND FLOP</translation>
    </message>
    <message>
        <source>%1 of the bf16 peak</source>
        <translation>bf16 ピークの %1</translation>
    </message>
    <message>
        <source>%1 of the peak&apos;s clock</source>
        <translation>ピーク時クロックの %1</translation>
    </message>
    <message>
        <source>P50 %1</source>
        <translation>P50 %1</translation>
    </message>
    <message>
        <source>starts %1</source>
        <translation>開始 %1</translation>
    </message>
    <message>
        <source>dedicated</source>
        <translation>専有</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>推論</translation>
    </message>
    <message>
        <source>courses and experiments</source>
        <translation>講義と実験</translation>
    </message>
    <message>
        <source>training run</source>
        <translation>学習実行</translation>
    </message>
    <message>
        <source>BF16, FP8, FP16</source>
        <translation>BF16、FP8、FP16</translation>
    </message>
    <message>
        <source>GPU: H100-80GB, A100-40GB, …</source>
        <translation>GPU: H100-80GB、A100-40GB、…</translation>
    </message>
    <message>
        <source>GPUs of the job</source>
        <translation>ジョブの GPU 数</translation>
    </message>
    <message>
        <source>GPUs used on each</source>
        <translation>各台で使う GPU 数</translation>
    </message>
    <message>
        <source>GPUs used on each machine</source>
        <translation>各マシンで使う GPU 数</translation>
    </message>
    <message>
        <source>ZeRO-1, ZeRO-3, FSDP, none</source>
        <translation>ZeRO-1、ZeRO-3、FSDP、none</translation>
    </message>
    <message>
        <source>day of the log&apos;s time 0 (default: its UnixStartTime)</source>
        <translation>ログの時刻 0 の日 (省略時は UnixStartTime)</translation>
    </message>
    <message>
        <source>day of the prices, which the file does not say</source>
        <translation>価格の日 (ファイルには書かれていない)</translation>
    </message>
    <message>
        <source>first day of the programme</source>
        <translation>プログラムの初日</translation>
    </message>
    <message>
        <source>full, selective, none</source>
        <translation>full、selective、none</translation>
    </message>
    <message>
        <source>machine of the catalogue that it ran on</source>
        <translation>実行したカタログのマシン</translation>
    </message>
    <message>
        <source>machine of the catalogue that the pool has</source>
        <translation>プールにあるカタログのマシン</translation>
    </message>
    <message>
        <source>machines (default: the hosts that the log lists)</source>
        <translation>マシン数 (省略時はログにあるホスト数)</translation>
    </message>
    <message>
        <source>model, as the catalogue calls it</source>
        <translation>カタログでのモデル名</translation>
    </message>
    <message>
        <source>name of the GPU</source>
        <translation>GPU の名前</translation>
    </message>
    <message>
        <source>name of the model (default: the file&apos;s)</source>
        <translation>モデルの名前 (省略時はファイル名)</translation>
    </message>
    <message>
        <source>name of the source in the row (default: the file&apos;s)</source>
        <translation>行の出典名 (省略時はファイル名)</translation>
    </message>
    <message>
        <source>name of the source in the rows (default: the file&apos;s)</source>
        <translation>行の出典名 (省略時はファイル名)</translation>
    </message>
    <message>
        <source>of the pool (default: the log&apos;s, or the most asked for at once)</source>
        <translation>プールのノード数 (省略時はログの値、または同時に求められた最大)</translation>
    </message>
    <message>
        <source>of the programme (default: the file&apos;s)</source>
        <translation>プログラムの名前 (省略時はファイル名)</translation>
    </message>
    <message>
        <source>pipeline parallel</source>
        <translation>パイプライン並列</translation>
    </message>
    <message>
        <source>processors that make a node</source>
        <translation>1 ノードのプロセッサ数</translation>
    </message>
    <message>
        <source>sequences in a micro-batch</source>
        <translation>マイクロバッチの系列数</translation>
    </message>
    <message>
        <source>sequences in a step</source>
        <translation>1 ステップの系列数</translation>
    </message>
    <message>
        <source>stages of a pipeline rank</source>
        <translation>パイプラインの各ランクのステージ数</translation>
    </message>
    <message>
        <source>take this one alone; may be repeated</source>
        <translation>このリージョンだけを取り込む</translation>
    </message>
    <message>
        <source>tokens in a sequence</source>
        <translation>1 系列のトークン数</translation>
    </message>
    <message>
        <source>where the log does not say: all_reduce, all_gather, …</source>
        <translation>ログに書かれていない場合: all_reduce、all_gather、…</translation>
    </message>
    <message>
        <source>where the file is from, for the items, for instance with its commit [default: its name]</source>
        <translation>項目に記すファイルの出所 (省略時はファイル名)</translation>
    </message>
    <message>
        <source>logs of nccl-tests as rows for calibrate and validate</source>
        <translation>nccl-tests のログを測定行として読む</translation>
    </message>
    <message>
        <source>logs of Megatron-LM as measured rows, from their steady state</source>
        <translation>Megatron-LM のログの定常状態を測定行として読む</translation>
    </message>
    <message>
        <source>logs of torchtitan as measured rows, from their steady state</source>
        <translation>torchtitan のログの定常状態を測定行として読む</translation>
    </message>
    <message>
        <source>logs of NeMo as measured rows, from their steady state</source>
        <translation>NeMo のログの定常状態を測定行として読む</translation>
    </message>
    <message>
        <source>jobs in the Standard Workload Format as a programme to edit</source>
        <translation>Standard Workload Format のジョブを編集できるプログラムとして読む</translation>
    </message>
    <message>
        <source>jobs of Slurm as a programme to edit</source>
        <translation>Slurm のジョブを編集できるプログラムとして読む</translation>
    </message>
    <message>
        <source>a table of who wants what as a programme to edit</source>
        <translation>需要の表を編集できるプログラムとして読む</translation>
    </message>
    <message>
        <source>SkyPilot&apos;s prices of machines as items of the catalogue</source>
        <translation>SkyPilot のマシン価格をカタログの項目として読む</translation>
    </message>
    <message>
        <source>a Hugging Face config.json as a model</source>
        <translation>Hugging Face の config.json をモデルとして読む</translation>
    </message>
    <message>
        <source>1 measured row</source>
        <translation>測定行 1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>ばらつき</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>定常</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>restarts</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>%1 of %2 logged times</source>
        <translation>記録された %2 回のうち %1 回</translation>
    </message>
    <message>
        <source>%1 of warm-up, %2 after an evaluation or a checkpoint, %3 outliers</source>
        <translation>ウォームアップ %1、評価かチェックポイントの直後 %2、外れ値 %3</translation>
    </message>
    <message>
        <source>--format csv -o FILE writes the rows</source>
        <translation>--format csv -o FILE が行を書き出します</translation>
    </message>
    <message>
        <source>%1: not stated and left empty: %2</source>
        <translation>%1: 書かれておらず空欄: %2</translation>
    </message>
    <message>
        <source>Organisations</source>
        <translation>組織</translation>
    </message>
    <message>
        <source>projects</source>
        <translation>プロジェクト</translation>
    </message>
    <message>
        <source>node-hours</source>
        <translation>ノード時間</translation>
    </message>
    <message>
        <source>on %1 nodes of %2</source>
        <translation>%2 の %1 ノード</translation>
    </message>
    <message>
        <source>-o FILE.json writes the programme, to edit</source>
        <translation>-o FILE.json が編集できるプログラムを書き出します</translation>
    </message>
    <message>
        <source>times are taken as UTC</source>
        <translation>時刻は UTC とみなしています</translation>
    </message>
    <message>
        <source>1 job that never ran or had no processor is left out</source>
        <translation>実行されなかったかプロセッサのないジョブ 1 件を除外</translation>
    </message>
    <message>
        <source>%1 jobs that never ran or had no processor are left out</source>
        <translation>実行されなかったかプロセッサのないジョブ %1 件を除外</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>価格</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>除外した行</translation>
    </message>
    <message>
        <source>Not in the catalogue</source>
        <translation>カタログにないもの</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>bought</source>
        <translation>購入方法</translation>
    </message>
    <message>
        <source>region</source>
        <translation>リージョン</translation>
    </message>
    <message>
        <source>before</source>
        <translation>以前</translation>
    </message>
    <message>
        <source>zones</source>
        <translation>ゾーン</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>* not confirmed: zones differ</source>
        <translation>* 未確認: ゾーンにより異なる</translation>
    </message>
    <message>
        <source>-o FOLDER writes the items, for --catalog FOLDER</source>
        <translation>-o FOLDER が --catalog FOLDER 用の項目を書き出します</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>active parameters</source>
        <translation>有効パラメータ</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>層数</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>隠れ次元</translation>
    </message>
    <message>
        <source>heads (key/value)</source>
        <translation>ヘッド数 (キー/値)</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>語彙数</translation>
    </message>
    <message>
        <source>--format json -o FILE writes a catalogue item, for --catalog or as &quot;model&quot; of a scenario</source>
        <translation>--format json -o FILE が、--catalog かシナリオの &quot;model&quot; に使えるカタログ項目を書き出します</translation>
    </message>
    <message>
        <source>To buy</source>
        <translation>購入するもの</translation>
    </message>
    <message>
        <source>until</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>can be bought from</source>
        <translation>購入できる日</translation>
    </message>
    <message>
        <source>paid at once</source>
        <translation>一括払い</translation>
    </message>
    <message>
        <source>blocks from %1</source>
        <translation>ブロックは %1 から</translation>
    </message>
    <message>
        <source>block of %1 node ends %2</source>
        <translation>%1 ノードのブロックは %2 に終了</translation>
    </message>
    <message>
        <source>block of %1 nodes ends %2</source>
        <translation>%1 ノードのブロックは %2 に終了</translation>
    </message>
    <message>
        <source>%1 blocks of %2 nodes end %3</source>
        <translation>%2 ノードの %1 ブロックは %3 に終了</translation>
    </message>
    <message>
        <source>by %1; another rule may hold</source>
        <translation>%1 による。別の規則の可能性あり</translation>
    </message>
    <message>
        <source>%1 days are sold for %2</source>
        <translation>%2 日のために %1 日分が販売される</translation>
    </message>
    <message>
        <source>cannot be bought: %1 (%2)</source>
        <translation>購入できない: %1 (%2)</translation>
    </message>
    <message>
        <source>%1 days are longer than a block may be, %2 days</source>
        <translation>%1 日はブロックの上限 %2 日より長い</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::AnswerView</name>
    <message>
        <source>Table shows its numbers</source>
        <translation>「表」で数値を表示</translation>
    </message>
    <message>
        <source>Its numbers stand in the tables below</source>
        <translation>数値は下の表にあります</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::Card</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>As a picture: PNG, SVG or PDF</source>
        <translation>図として: PNG、SVG、PDF</translation>
    </message>
    <message>
        <source>Save %1 as a picture</source>
        <translation>%1を図として保存</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>The same numbers as a table</source>
        <translation>同じ数値を表で表示</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1の表</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::ComparePage</name>
    <message>
        <source>Variant %1</source>
        <translation>変種 %1</translation>
    </message>
    <message>
        <source>What is changed, as --with takes it: PATH=VALUE, several with ; between</source>
        <translation>変更する値。--with と同じ書き方: PATH=VALUE、複数は ; で区切る</translation>
    </message>
    <message>
        <source>cluster.nodes=128</source>
        <translation>cluster.nodes=128</translation>
    </message>
    <message>
        <source>Variants of the document</source>
        <translation>文書の変種</translation>
    </message>
    <message>
        <source>Each changes values of the document: PATH=VALUE, several with ; between. For instance
cluster.nodes=128
price.kind=capacity_block; run.spare_nodes=0</source>
        <translation>それぞれ文書の値を変えます: PATH=VALUE、複数は ; で区切ります。例:
cluster.nodes=128
price.kind=capacity_block; run.spare_nodes=0</translation>
    </message>
    <message>
        <source>This file is a programme of many projects; this page compares runs.</source>
        <translation>このファイルは多数のプロジェクトからなるプログラムです。このページは学習実行を比べます。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::CostPage</name>
    <message>
        <source>Money by month, expected</source>
        <translation>月別の金額（期待値）</translation>
    </message>
    <message>
        <source>Money up to each month&apos;s end, against the budgets</source>
        <translation>各月末までの累計金額と予算</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>プール</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>通貨</translation>
    </message>
    <message>
        <source>What money is told in: the programme&apos;s currency, at its rate, or dollars</source>
        <translation>金額の単位: プログラムの通貨（そのレートで）またはドル</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>プール</translation>
    </message>
    <message>
        <source>Whose price is told and changed</source>
        <translation>価格を表示・変更するプール</translation>
    </message>
    <message>
        <source>Price kind</source>
        <translation>価格の種類</translation>
    </message>
    <message>
        <source>The way in which the pool&apos;s nodes are bought; the catalogue&apos;s price of each day takes the place of a stated one</source>
        <translation>プールのノードの購入方式。指定された価格の代わりに、カタログのその日ごとの価格になります</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>Per node-hour: the catalogue&apos;s price of each day, or one of them on all days</source>
        <translation>1 ノード時間あたり: カタログのその日ごとの価格、または全日程に一つの価格</translation>
    </message>
    <message>
        <source>C&amp;urrency</source>
        <translation>通貨(&amp;U)</translation>
    </message>
    <message>
        <source>P&amp;ool</source>
        <translation>プール(&amp;O)</translation>
    </message>
    <message>
        <source>Price &amp;kind</source>
        <translation>価格の種類(&amp;K)</translation>
    </message>
    <message>
        <source>Price o&amp;f</source>
        <translation>価格の日付(&amp;F)</translation>
    </message>
    <message>
        <source>Price kind of %1</source>
        <translation>%1 の価格の種類</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 の価格</translation>
    </message>
    <message>
        <source>each day</source>
        <translation>その日ごと</translation>
    </message>
    <message>
        <source>as stated</source>
        <translation>指定のとおり</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>費用</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::CumulativeChart</name>
    <message>
        <source>P10 to P90</source>
        <translation>P10 から P90</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>期待値</translation>
    </message>
    <message>
        <source>pools, held</source>
        <translation>プール（確保分）</translation>
    </message>
    <message>
        <source>budgets</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>budgets of %1 of %2</source>
        <translation>予算（%2 のうち %1）</translation>
    </message>
    <message>
        <source>unknown from %1 on</source>
        <translation>%1 以降は不明</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::ExplainPopover</name>
    <message>
        <source>Explanation</source>
        <translation>説明</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::FieldForm</name>
    <message>
        <source>e.g. %1</source>
        <translation>例: %1</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::GanttHeader</name>
    <message>
        <source>today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>deliveries, returns, block ends, maintenance</source>
        <translation>納入・返却・ブロック終了・保守</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::GanttLegend</name>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>finish P10 – P50 – P90</source>
        <translation>完了 P10 – P50 – P90</translation>
    </message>
    <message>
        <source>nodes there, placed; dashed: in use, simulated by week</source>
        <translation>保有・配置ノード、破線: 週ごとの使用（シミュレーション）</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::GanttStrips</name>
    <message>
        <source>0 to %1 nodes</source>
        <translation>0～%1 ノード</translation>
    </message>
    <message>
        <source>%1, %2 placed</source>
        <translation>%1、配置 %2</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::GanttView</name>
    <message>
        <source>%1 · %2 nodes</source>
        <translation>%1 · %2 ノード</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Arrows choose a bar; Alt with left and right moves its project by a day, with up and down changes its nodes. The same numbers stand behind Table.</source>
        <translation>矢印キーで棒を選びます。Alt と左右でプロジェクトを 1 日動かし、Alt と上下でノード数を変えます。同じ数値は「表」にあります。</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::GuidePanel</name>
    <message>
        <source>Guided example</source>
        <translation>ガイド付きの例</translation>
    </message>
    <message>
        <source>Show &amp;me</source>
        <translation>やって見せる(&amp;M)</translation>
    </message>
    <message>
        <source>Does what the step asks for</source>
        <translation>このステップの操作を代わりに行います</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>次へ(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>閉じる(&amp;L)</translation>
    </message>
    <message>
        <source>Help, Guided example brings it back</source>
        <translation>ヘルプの「ガイド付きの例」でまた開けます</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::GuidedExample</name>
    <message>
        <source>Done. %1</source>
        <translation>完了。%1</translation>
    </message>
    <message>
        <source>Go on with a file of your own: File, Open.</source>
        <translation>次はご自分のファイルで: ファイル、開く。</translation>
    </message>
    <message>
        <source>Press Next.</source>
        <translation>「次へ」を押してください。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>開始(&amp;S)</translation>
    </message>
    <message>
        <source>Fi&amp;nish</source>
        <translation>終了(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>次へ(&amp;N)</translation>
    </message>
    <message>
        <source>New here?</source>
        <translation>初めての方へ</translation>
    </message>
    <message>
        <source>Open a programme</source>
        <translation>プログラムを開く</translation>
    </message>
    <message>
        <source>Read who will be ready</source>
        <translation>誰が間に合うかを読む</translation>
    </message>
    <message>
        <source>Change something</source>
        <translation>何かを変えてみる</translation>
    </message>
    <message>
        <source>Read the costs</source>
        <translation>費用を読む</translation>
    </message>
    <message>
        <source>Put it back, or keep it</source>
        <translation>元に戻すか、残す</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>ステップ %1/%2: %3</translation>
    </message>
    <message>
        <source>The bundled programmes are not found: install them beside the catalogues.</source>
        <translation>同梱のプログラムが見つかりません。カタログの隣にインストールしてください。</translation>
    </message>
    <message>
        <source>An example in %1 steps: a country gives accelerators to organisations that train models. Who will be ready, what does it cost, and what if something changes?</source>
        <translation>%1 ステップの例: 国がモデルを学習する組織に計算資源を提供します。誰が間に合い、いくらかかり、何かが変わるとどうなるでしょうか。</translation>
    </message>
    <message>
        <source>A programme is a file: organisations, what they train, the pools of nodes that they share, dates and prices.</source>
        <translation>プログラムは 1 つのファイルです: 組織、学習するもの、共有するノードのプール、日付と価格。</translation>
    </message>
    <message>
        <source>Another document is open.</source>
        <translation>別の文書が開いています。</translation>
    </message>
    <message>
        <source>The answer is on its way.</source>
        <translation>回答を計算しています。</translation>
    </message>
    <message>
        <source>There is no answer: what is red on the Programme page says why.</source>
        <translation>回答はありません。プログラムのページの赤い箇所に理由があります。</translation>
    </message>
    <message>
        <source>%1
The tables have what the file has; below them stands the answer.</source>
        <translation>%1
表にはファイルの内容があり、その下に回答があります。</translation>
    </message>
    <message>
        <source>The first answer is there again: %1</source>
        <translation>最初の回答に戻りました: %1</translation>
    </message>
    <message>
        <source>With the change: %1</source>
        <translation>変更後: %1</translation>
    </message>
    <message>
        <source>Start, or Help, Guided example at any time.</source>
        <translation>「開始」を押してください。ヘルプの「ガイド付きの例」でいつでも開けます。</translation>
    </message>
    <message>
        <source>Choose File, Examples, geniac-cycle2. Or press Show me.</source>
        <translation>ファイル、例、geniac-cycle2 を選びます。または「やって見せる」を押します。</translation>
    </message>
    <message>
        <source>Go to the Schedule page, at the left. Bars are phases; below each stands when it ends, from P10 to P90; flags are deadlines.</source>
        <translation>左の「日程」ページを開きます。棒はフェーズ、その下は P10 から P90 の終了時期、旗は期限です。</translation>
    </message>
    <message>
        <source>Drag a bar to the right, or choose one with the arrows and press Alt and Right: its project starts later. The answer comes by itself.</source>
        <translation>棒を右へドラッグするか、矢印キーで選んで Alt と右を押します。プロジェクトの開始が遅くなり、回答は自動で更新されます。</translation>
    </message>
    <message>
        <source>Go to the Cost page, at the left: money by month, and up to each month&apos;s end.</source>
        <translation>左の「費用」ページを開きます: 月ごとの費用と、各月末までの累計。</translation>
    </message>
    <message>
        <source>Edit, Undo takes the change back. To keep an answer: File, Export the answer, Report.</source>
        <translation>編集、元に戻すで変更を取り消せます。回答を残すには: ファイル、回答を書き出す、レポート。</translation>
    </message>
    <message>
        <source>%1
Least sure is %2: %3.</source>
        <translation>%1
最も不確かなのは %2: %3。</translation>
    </message>
    <message>
        <source>%1 was: %2.</source>
        <translation>%1 は以前: %2。</translation>
    </message>
    <message>
        <source>It is now: %1.</source>
        <translation>現在: %1。</translation>
    </message>
    <message>
        <source>Money up to the end of %1: %2.</source>
        <translation>%1 末までの費用: %2。</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::HistogramView</name>
    <message>
        <source>days</source>
        <translation>日数</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>試行数</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::ImportDialog</name>
    <message>
        <source>What the file does not say</source>
        <translation>ファイルに書かれていないこと</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::KeptAnswerBar</name>
    <message>
        <source>fmplan was %1 and is %2</source>
        <translation>fmplan は %1 から %2 になりました</translation>
    </message>
    <message>
        <source>the catalogues were %1 and are %2</source>
        <translation>カタログは %1 から %2 になりました</translation>
    </message>
    <message>
        <source>fmplan and its catalogues are the same, so a file that the document names is another</source>
        <translation>fmplan とカタログは同じなので、文書が参照するファイルが変わっています</translation>
    </message>
    <message>
        <source>; </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Figures of the answer that was kept</source>
        <translation>保存された回答の数値</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Hides the answer that was kept</source>
        <translation>保存された回答を隠します</translation>
    </message>
    <message>
        <source>The last answer, of %1 (fmplan %2, catalogues %3), until the new one is there:</source>
        <translation>前回の回答 (%1、fmplan %2、カタログ %3)。新しい回答が出るまで表示します:</translation>
    </message>
    <message>
        <source>The answer is no longer that of %1: %2.</source>
        <translation>回答が %1 のものから変わりました: %2。</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::MainWindow</name>
    <message>
        <source>No font for Latin letters is installed, so texts show as boxes; install fonts-dejavu-core.</source>
        <translation>欧文フォントがないため文字が四角で表示されます。fonts-dejavu-core をインストールしてください。</translation>
    </message>
    <message>
        <source>No font for Japanese is installed, so texts show as boxes; install fonts-noto-cjk.</source>
        <translation>日本語フォントがないため文字が四角で表示されます。fonts-noto-cjk をインストールしてください。</translation>
    </message>
    <message>
        <source>Changes are not kept</source>
        <translation>変更が保持されていません</translation>
    </message>
    <message>
        <source>%1
What was written before is as it was. Make room, or choose another place with File, Save as.</source>
        <translation>%1
以前に書き込まれた内容はそのままです。空き容量を作るか、「ファイル」の「名前を付けて保存」で別の場所を選んでください。</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a scenario or a programme</source>
        <translation>シナリオまたはプログラムを開く</translation>
    </message>
    <message>
        <source>Scenarios and programmes (*.fmplan *.json)</source>
        <translation>シナリオとプログラム (*.fmplan *.json)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近のファイル(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>名前を付けて保存(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export the answer</source>
        <translation>回答を書き出す(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>明るい配色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>暗い配色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About fmplan</source>
        <translation>fmplan について(&amp;A)</translation>
    </message>
    <message>
        <source>About fmplan</source>
        <translation>fmplan について</translation>
    </message>
    <message>
        <source>&lt;h3&gt;fmplan %1&lt;/h3&gt;&lt;p&gt;Plans the training of foundation models: nodes, days, money, energy and risk.&lt;/p&gt;&lt;p&gt;Catalogues of %2, Qt %3.&lt;/p&gt;&lt;p&gt;This desktop program is distributed under the &lt;b&gt;GNU General Public License, version 3&lt;/b&gt; (gnu.org/licenses/gpl-3.0), since it links QCustomPlot, © Emanuel Eichhammer, GPL-3 or later. It comes without any warranty. fmplan&apos;s own source is under Apache-2.0; Qt is under LGPL-3.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;fmplan %1&lt;/h3&gt;&lt;p&gt;基盤モデルの学習を計画します: ノード、日数、金額、エネルギー、リスク。&lt;/p&gt;&lt;p&gt;カタログ %2、Qt %3。&lt;/p&gt;&lt;p&gt;このデスクトッププログラムは QCustomPlot（© Emanuel Eichhammer、GPL-3 以降）とリンクしているため、&lt;b&gt;GNU General Public License, version 3&lt;/b&gt; (gnu.org/licenses/gpl-3.0) のもとで配布されます。いかなる保証もありません。fmplan 自身のソースは Apache-2.0、Qt は LGPL-3 です。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Of one run; this document is a programme</source>
        <translation>一つの学習実行のページです。この文書はプログラムです</translation>
    </message>
    <message>
        <source>Of a programme; this document is one run</source>
        <translation>プログラムのページです。この文書は一つの学習実行です</translation>
    </message>
    <message>
        <source>The file cannot be opened</source>
        <translation>ファイルを開けません</translation>
    </message>
    <message>
        <source>The example cannot be opened</source>
        <translation>例を開けません</translation>
    </message>
    <message>
        <source>Model from a config.json</source>
        <translation>config.json のモデル</translation>
    </message>
    <message>
        <source>The model cannot be taken</source>
        <translation>モデルを取り込めません</translation>
    </message>
    <message>
        <source>The file has changed</source>
        <translation>ファイルが変更されています</translation>
    </message>
    <message>
        <source>%1 was written by another program since it was opened. Overwrite what it wrote?</source>
        <translation>%1 は開いた後に別のプログラムによって書き換えられました。その内容を上書きしますか？</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>上書きする</translation>
    </message>
    <message>
        <source>The file is not saved</source>
        <translation>ファイルは保存されませんでした</translation>
    </message>
    <message>
        <source>%1
What was there is as it was. Choose another place with File, Save as.</source>
        <translation>%1
元の内容はそのままです。「ファイル」の「名前を付けて保存」で別の場所を選んでください。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>With its versions (*.fmplan);;JSON (*.json)</source>
        <translation>版の履歴つき (*.fmplan);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>保存されていません</translation>
    </message>
    <message>
        <source>Changes of %1 are not saved. Give them up?</source>
        <translation>%1 の変更は保存されていません。破棄しますか？</translation>
    </message>
    <message>
        <source>Give up</source>
        <translation>破棄する</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>まだありません</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>報告書</translation>
    </message>
    <message>
        <source>%1 (%2)…</source>
        <translation>%1 (%2)…</translation>
    </message>
    <message>
        <source>No answer yet</source>
        <translation>まだ回答がありません</translation>
    </message>
    <message>
        <source>Export the answer</source>
        <translation>回答を書き出す</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>plan</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 を書き込んでいます</translation>
    </message>
    <message>
        <source>The answer is not exported</source>
        <translation>回答は書き出されませんでした</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>%1 を書き出しました</translation>
    </message>
    <message>
        <source>To know of %1</source>
        <translation>%1 についての注意</translation>
    </message>
    <message>
        <source>%1 (read-only)</source>
        <translation>%1（読み取り専用）</translation>
    </message>
    <message>
        <source>Changes were left behind</source>
        <translation>保存されていない変更が残っています</translation>
    </message>
    <message>
        <source>Open them</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation>削除する</translation>
    </message>
    <message>
        <source>Ask again later</source>
        <translation>後でまた確認する</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>&amp;Import JSON…</source>
        <translation>JSON を読み込む(&amp;I)…</translation>
    </message>
    <message>
        <source>Import a scenario or a programme</source>
        <translation>シナリオまたはプログラムを読み込む</translation>
    </message>
    <message>
        <source>Export &amp;JSON…</source>
        <translation>JSON を書き出す(&amp;J)…</translation>
    </message>
    <message>
        <source>Export as JSON</source>
        <translation>JSON として書き出す</translation>
    </message>
    <message>
        <source>The file cannot be imported</source>
        <translation>ファイルを読み込めません</translation>
    </message>
    <message>
        <source>The document is not exported</source>
        <translation>文書は書き出されませんでした</translation>
    </message>
    <message>
        <source>%1
What was there is as it was. Choose another place.</source>
        <translation>%1
元の内容はそのままです。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>fmplan-gui ended before changes of %1 were saved. They are of %2, and can be undone one by one.</source>
        <translation>%1 の変更が保存される前に fmplan-gui が終了しました。変更は %2 のもので、一つずつ元に戻せます。</translation>
    </message>
    <message>
        <source>a new document</source>
        <translation>新しい文書</translation>
    </message>
    <message>
        <source>%1 (not saved)</source>
        <translation>%1（未保存）</translation>
    </message>
    <message>
        <source>%1 (example)</source>
        <translation>%1（例）</translation>
    </message>
    <message>
        <source>New scenario</source>
        <translation>新しいシナリオ</translation>
    </message>
    <message>
        <source>This file is open in another window, so it is read-only here.</source>
        <translation>このファイルは別のウィンドウで開かれているため、ここでは読み取り専用です。</translation>
    </message>
    <message>
        <source>This file cannot be written to, so it is read-only.</source>
        <translation>このファイルには書き込めないため、読み取り専用です。</translation>
    </message>
    <message>
        <source>To change a copy of it: File, Save as.</source>
        <translation>コピーを変更するには「ファイル」の「名前を付けて保存」を選んでください。</translation>
    </message>
    <message>
        <source>&amp;Language / 言語</source>
        <translation>言語 / Language(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Guided example</source>
        <translation>ガイド付きの例(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Read another program&apos;s file…</source>
        <translation>他のプログラムのファイルを読む(&amp;R)…</translation>
    </message>
    <message>
        <source>Read a log, jobs, demand, prices or a model</source>
        <translation>ログ・ジョブ・需要・価格・モデルを読む</translation>
    </message>
    <message>
        <source>The file cannot be taken</source>
        <translation>このファイルは読み込めません</translation>
    </message>
    <message>
        <source>%1 is none of the files that fmplan reads. What can be dropped: a scenario or a programme (.fmplan, .json), a model&apos;s config.json, a log of nccl-tests, Megatron-LM, torchtitan or NeMo, jobs in the Standard Workload Format or as sacct -P prints them, a table of demand (CSV with organisation, project, nodes, days), SkyPilot&apos;s vms.csv.</source>
        <translation>%1 は fmplan が読めるファイルではありません。ドロップできるもの: シナリオかプログラム (.fmplan、.json)、モデルの config.json、nccl-tests・Megatron-LM・torchtitan・NeMo のログ、Standard Workload Format か sacct -P のジョブ、需要の表 (organisation、project、nodes、days の列を持つ CSV)、SkyPilot の vms.csv。</translation>
    </message>
    <message>
        <source>It is the model of the document now; Undo gives back the one before.</source>
        <translation>この文書のモデルになりました。元に戻すと以前のモデルに戻ります。</translation>
    </message>
    <message>
        <source>Open as a programme</source>
        <translation>プログラムとして開く</translation>
    </message>
    <message>
        <source>Begins a new document, which is saved where you say</source>
        <translation>新しい文書を始めます。保存先は後で決められます</translation>
    </message>
    <message>
        <source>Anchor the document…</source>
        <translation>文書のアンカーにする…</translation>
    </message>
    <message>
        <source>Writes the rows to a file, and names it as the document&apos;s anchor: a document holds no rows itself</source>
        <translation>行をファイルに書き出し、文書のアンカーとして参照します。文書そのものは行を持ちません</translation>
    </message>
    <message>
        <source>Rows of the anchor</source>
        <translation>アンカーの行</translation>
    </message>
    <message>
        <source>Anchor from a log</source>
        <translation>ログのアンカー</translation>
    </message>
    <message>
        <source>Save the items…</source>
        <translation>項目を保存…</translation>
    </message>
    <message>
        <source>Into a folder that --catalog takes; they are no part of the document</source>
        <translation>--catalog に渡せるフォルダーに保存します。文書の一部にはなりません</translation>
    </message>
    <message>
        <source>Folder of the items</source>
        <translation>項目のフォルダー</translation>
    </message>
    <message>
        <source>Save what was read…</source>
        <translation>読み取った内容を保存…</translation>
    </message>
    <message>
        <source>As CSV, JSON, Markdown, a page for a browser or text, by the name&apos;s ending</source>
        <translation>名前の拡張子により CSV、JSON、Markdown、ブラウザー用ページ、テキストで保存します</translation>
    </message>
    <message>
        <source>Save what was read</source>
        <translation>読み取った内容を保存</translation>
    </message>
    <message>
        <source>The items are not saved</source>
        <translation>項目は保存されていません</translation>
    </message>
    <message>
        <source>Saved in %1; to plan with them: --catalog %1</source>
        <translation>%1 に保存しました。計画に使うには --catalog %1</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::MonthsChart</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::NetworkPage</name>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>The machine</source>
        <translation>使う計算機</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>ノード数</translation>
    </message>
    <message>
        <source>That take part</source>
        <translation>通信に加わるノード</translation>
    </message>
    <message>
        <source>16</source>
        <translation>16</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>What nccl-tests time</source>
        <translation>nccl-tests が測るもの</translation>
    </message>
    <message>
        <source>all_reduce</source>
        <translation>all_reduce</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>ファブリック</translation>
    </message>
    <message>
        <source>Left out: the machine&apos;s own</source>
        <translation>省略時: 計算機のもの</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>オーバーサブスクリプション</translation>
    </message>
    <message>
        <source>Of the leaves, below to above; left out: the fabric&apos;s own</source>
        <translation>リーフの下り対上りの比。省略時: ファブリックのもの</translation>
    </message>
    <message>
        <source>2:1</source>
        <translation>2:1</translation>
    </message>
    <message>
        <source>Which network</source>
        <translation>対象のネットワーク</translation>
    </message>
    <message>
        <source>As nccl-tests print it: bus bandwidth over the size of the message, with its 80 % interval.</source>
        <translation>nccl-tests の表示と同じく、メッセージの大きさに対するバス帯域幅とその 80 % 区間。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::PlanBar</name>
    <message>
        <source>Progress of planning</source>
        <translation>計画の進み具合</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Plan it</source>
        <translation>計画する</translation>
    </message>
    <message>
        <source>Searches the placement to a proof where there is a solver, and looks for what would help
projects at risk, as fmplan programme does</source>
        <translation>ソルバーがあれば最適性が証明されるまで配置を探索し、遅延のおそれがあるプロジェクトに
役立つ変更を探します（fmplan programme と同じ）</translation>
    </message>
    <message>
        <source>Not answered: what is marked needs another value</source>
        <translation>未回答: 印のついた箇所には別の値が必要です</translation>
    </message>
    <message>
        <source>Planned with %1 trials in %2 ms</source>
        <translation>%1 試行で計画（%2 ms）</translation>
    </message>
    <message>
        <source>Answered with %1 trials in %2 ms</source>
        <translation>%1 試行で回答（%2 ms）</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::ProgrammeEngine</name>
    <message>
        <source>Planning</source>
        <translation>計画中</translation>
    </message>
    <message>
        <source>Simulating</source>
        <translation>シミュレーション中</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::ProgrammePage</name>
    <message>
        <source>What there is, and what is asked for</source>
        <translation>保有資源と要求</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>行を絞り込む</translation>
    </message>
    <message>
        <source>Add row</source>
        <translation>行を追加</translation>
    </message>
    <message>
        <source>Behind the current row, of the same whole</source>
        <translation>現在の行の後ろに、同じまとまりの行として</translation>
    </message>
    <message>
        <source>Remove rows</source>
        <translation>行を削除</translation>
    </message>
    <message>
        <source>Those with a selected cell; Edit, Undo brings them back</source>
        <translation>選択したセルのある行。「編集」の「元に戻す」で復元できます</translation>
    </message>
    <message>
        <source>Programme</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>Sums of the rows that are shown</source>
        <translation>表示中の行の合計</translation>
    </message>
    <message>
        <source>Change of %1</source>
        <translation>%1 の変更</translation>
    </message>
    <message>
        <source>%1 (%2 wrong)</source>
        <translation>%1（誤り %2）</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::QuestionPage</name>
    <message>
        <source>Progress of the answer</source>
        <translation>回答の進み具合</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Ends the answer; what there is of it is shown</source>
        <translation>回答を打ち切り、得られた分を表示します</translation>
    </message>
    <message>
        <source>Fill in the question at the left</source>
        <translation>左側に質問を入力してください</translation>
    </message>
    <message>
        <source>Question on %1</source>
        <translation>%1 の質問</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::RemarkList</name>
    <message>
        <source>Problems and warnings</source>
        <translation>問題と警告</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::RunPage</name>
    <message>
        <source>Schedule of a step</source>
        <translation>1 ステップの流れ</translation>
    </message>
    <message>
        <source>Table shows its ranks</source>
        <translation>「表」でランクを表示</translation>
    </message>
    <message>
        <source>What would help most</source>
        <translation>最も効く変更</translation>
    </message>
    <message>
        <source>Not drawn: %1</source>
        <translation>図なし: %1</translation>
    </message>
    <message>
        <source>Simulating %1 runs</source>
        <translation>%1 回の実行をシミュレーション中</translation>
    </message>
    <message>
        <source>Answered in %1 ms, %2 runs simulated</source>
        <translation>%1 ms で回答、%2 回の実行をシミュレーション</translation>
    </message>
    <message>
        <source>Answered in %1 ms</source>
        <translation>%1 ms で回答</translation>
    </message>
    <message>
        <source>What is trained, and on what</source>
        <translation>何を何の上で学習するか</translation>
    </message>
    <message>
        <source>Parallel plan</source>
        <translation>並列計画</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手動</translation>
    </message>
    <message>
        <source>auto searches the degrees; by hand begins with what was found</source>
        <translation>自動は並列度を探索し、手動は見つかった値から始めます</translation>
    </message>
    <message>
        <source>The answer in one line</source>
        <translation>回答の要約</translation>
    </message>
    <message>
        <source>Progress of the simulation</source>
        <translation>シミュレーションの進み具合</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>要約</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>説明</translation>
    </message>
    <message>
        <source>Where the selected figure comes from (Enter in its row)</source>
        <translation>選択した数値の出どころ（その行で Enter）</translation>
    </message>
    <message>
        <source>Days of the simulated runs</source>
        <translation>シミュレーションした実行の日数</translation>
    </message>
    <message>
        <source>On other numbers of nodes</source>
        <translation>ほかのノード数では</translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation>GPU 1 基のメモリー</translation>
    </message>
    <message>
        <source>Step time by cause</source>
        <translation>ステップ時間の内訳</translation>
    </message>
    <message>
        <source>Memory by cause</source>
        <translation>メモリーの内訳</translation>
    </message>
    <message>
        <source>Simulated run</source>
        <translation>シミュレーションした実行</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>Change of %1</source>
        <translation>%1 の変更</translation>
    </message>
    <message>
        <source>This file is a programme of many projects; this page plans one run.</source>
        <translation>このファイルは多数のプロジェクトからなるプログラムです。このページは一つの学習実行を計画します。</translation>
    </message>
    <message>
        <source>Open one of its scenarios, or answer the programme with: fmplan programme FILE</source>
        <translation>その中のシナリオを開くか、次のコマンドでプログラムに回答します: fmplan programme FILE</translation>
    </message>
    <message>
        <source>by phase, of %1</source>
        <translation>段階ごと（%1 段階）</translation>
    </message>
    <message>
        <source>Days of %1 simulated runs</source>
        <translation>%1 回のシミュレーションの日数</translation>
    </message>
    <message>
        <source>Not answered: below is the last answer</source>
        <translation>未回答: 下は直前の回答です</translation>
    </message>
    <message>
        <source>No answer yet: what is marked needs a value</source>
        <translation>まだ回答がありません: 印のついた箇所に値が必要です</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>学習実行</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::ScalePage</name>
    <message>
        <source>Compute (FLOP)</source>
        <translation>計算量 (FLOP)</translation>
    </message>
    <message>
        <source>Training compute</source>
        <translation>学習の計算量</translation>
    </message>
    <message>
        <source>1e24</source>
        <translation>1e24</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター数</translation>
    </message>
    <message>
        <source>With tokens: predicts the loss</source>
        <translation>トークン数とともに: 損失を予測</translation>
    </message>
    <message>
        <source>70B</source>
        <translation>70B</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン数</translation>
    </message>
    <message>
        <source>To train on</source>
        <translation>学習に使う量</translation>
    </message>
    <message>
        <source>15T</source>
        <translation>15T</translation>
    </message>
    <message>
        <source>Loss (nats)</source>
        <translation>損失 (nat)</translation>
    </message>
    <message>
        <source>To reach, in nats per token</source>
        <translation>到達したい値。トークンあたりの nat</translation>
    </message>
    <message>
        <source>2.0</source>
        <translation>2.0</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>金額</translation>
    </message>
    <message>
        <source>Needs a machine</source>
        <translation>インスタンスの指定が必要</translation>
    </message>
    <message>
        <source>$5M</source>
        <translation>$5M</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>Adds hours and cost</source>
        <translation>時間と費用を加える</translation>
    </message>
    <message>
        <source>Law</source>
        <translation>法則</translation>
    </message>
    <message>
        <source>One law, or all</source>
        <translation>一つの法則、または all</translation>
    </message>
    <message>
        <source>Tokens to serve</source>
        <translation>推論トークン数</translation>
    </message>
    <message>
        <source>For sardana-2024</source>
        <translation>sardana-2024 用</translation>
    </message>
    <message>
        <source>1T</source>
        <translation>1T</translation>
    </message>
    <message>
        <source>Unique tokens</source>
        <translation>固有トークン数</translation>
    </message>
    <message>
        <source>There are, for muennighoff-2023</source>
        <translation>存在する量。muennighoff-2023 用</translation>
    </message>
    <message>
        <source>5T</source>
        <translation>5T</translation>
    </message>
    <message>
        <source>What is given</source>
        <translation>与えられるもの</translation>
    </message>
    <message>
        <source>One of compute, parameters, tokens, loss and money; or parameters with tokens.</source>
        <translation>計算量・パラメーター数・トークン数・損失・金額のうち一つ、またはパラメーター数とトークン数。</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>スケーリング</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::SchedulePage</name>
    <message>
        <source>Day one</source>
        <translation>初日</translation>
    </message>
    <message>
        <source>Tables of the schedule</source>
        <translation>日程の表</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>by organisation</source>
        <translation>組織別</translation>
    </message>
    <message>
        <source>by project</source>
        <translation>プロジェクト別</translation>
    </message>
    <message>
        <source>by pool</source>
        <translation>プール別</translation>
    </message>
    <message>
        <source>Projects together by</source>
        <translation>プロジェクトのまとめ方</translation>
    </message>
    <message>
        <source>What projects are put together by</source>
        <translation>プロジェクトをまとめる基準</translation>
    </message>
    <message>
        <source>Zoom in (+ or Ctrl and wheel)</source>
        <translation>拡大（+ または Ctrl とホイール）</translation>
    </message>
    <message>
        <source>Zoom out (- or Ctrl and wheel)</source>
        <translation>縮小（- または Ctrl とホイール）</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>全体</translation>
    </message>
    <message>
        <source>The whole programme (0)</source>
        <translation>プログラム全体 (0)</translation>
    </message>
    <message>
        <source>What the schedule says</source>
        <translation>日程の説明</translation>
    </message>
    <message>
        <source>Drag a bar to move its project, its right edge to change its nodes. With keys: arrows choose, Alt and arrows move.</source>
        <translation>棒をドラッグするとプロジェクトが動き、右端をドラッグするとノード数が変わります。キーでは矢印で選び、Alt と矢印で動かします。</translation>
    </message>
    <message>
        <source>%1 nodes, %2 to %3</source>
        <translation>%1 ノード、%2 から %3 まで</translation>
    </message>
    <message>
        <source>%1 nodes: its project may have no other number in that direction</source>
        <translation>%1 ノード: その方向には、このプロジェクトが取れるほかのノード数がありません</translation>
    </message>
    <message>
        <source>Nodes of %1</source>
        <translation>%1 のノード数</translation>
    </message>
    <message>
        <source>Start of %1</source>
        <translation>%1 の開始</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::SheetModel</name>
    <message>
        <source>What the row is of, by name</source>
        <translation>行の対象の名前</translation>
    </message>
    <message>
        <source>Write: %1</source>
        <translation>書き方: %1</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>省略時: %1</translation>
    </message>
    <message>
        <source>Organisations</source>
        <translation>組織</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>プロジェクト</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>プール</translation>
    </message>
    <message>
        <source>Deliveries</source>
        <translation>納入</translation>
    </message>
    <message>
        <source>Returns</source>
        <translation>返却</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>保守</translation>
    </message>
    <message>
        <source>Change of %1</source>
        <translation>%1 の変更</translation>
    </message>
    <message numerus="yes">
        <source>Pasting of %n row(s)</source>
        <translation>
            <numerusform>%n 行の貼り付け</numerusform>
        </translation>
    </message>
    <message>
        <source>New row</source>
        <translation>新しい行</translation>
    </message>
    <message numerus="yes">
        <source>Removal of %n row(s)</source>
        <translation>
            <numerusform>%n 行の削除</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Emptying of %n cell(s)</source>
        <translation>
            <numerusform>%n 個のセルを空にする</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fmplan::gui::SheetTable</name>
    <message>
        <source>Rows are hidden by the filter; take it off before several rows are pasted</source>
        <translation>絞り込みで隠れた行があります。複数行を貼り付ける前に絞り込みを解除してください</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::SolvePage</name>
    <message>
        <source>What is looked for: PATH, or PATH=LIST</source>
        <translation>探す値: PATH または PATH=LIST</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>探す値</translation>
    </message>
    <message>
        <source>cluster.nodes</source>
        <translation>cluster.nodes</translation>
    </message>
    <message>
        <source>And find</source>
        <translation>もう一つ</translation>
    </message>
    <message>
        <source>price.kind</source>
        <translation>price.kind</translation>
    </message>
    <message>
        <source>So that</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>What must hold: FIGURE&lt;=VALUE, several with and</source>
        <translation>満たすべき条件: FIGURE&lt;=VALUE、複数は and でつなぐ</translation>
    </message>
    <message>
        <source>days&lt;=60 and cost&lt;=$20M</source>
        <translation>days&lt;=60 and cost&lt;=$20M</translation>
    </message>
    <message>
        <source>With the least</source>
        <translation>最小にする</translation>
    </message>
    <message>
        <source>A figure, or a path that is looked for</source>
        <translation>数値の名前、または探しているパス</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>cost</translation>
    </message>
    <message>
        <source>Or the most</source>
        <translation>最大にする</translation>
    </message>
    <message>
        <source>training.tokens</source>
        <translation>training.tokens</translation>
    </message>
    <message>
        <source>What is looked for</source>
        <translation>何を探すか</translation>
    </message>
    <message>
        <source>How few nodes end in 60 days?  Find cluster.nodes, so that days&lt;=60.
How many tokens do $5M buy?  Find training.tokens, so that cost&lt;=$5M, with the most training.tokens.</source>
        <translation>60 日で終わる最少のノード数は？ 探す値 cluster.nodes、条件 days&lt;=60。
$5M で学習できるトークン数は？ 探す値 training.tokens、条件 cost&lt;=$5M、最大にする training.tokens。</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>逆算</translation>
    </message>
</context>
<context>
    <name>fmplan::gui::SweepPage</name>
    <message>
        <source>PATH=LIST: 4,8 or 32..128:8 (steps of 8) or 64..1024:*2 (each twice the last)</source>
        <translation>PATH=LIST: 4,8 または 32..128:8（8 刻み）または 64..1024:*2（2 倍ずつ）</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>振る値</translation>
    </message>
    <message>
        <source>cluster.nodes=64..512:64</source>
        <translation>cluster.nodes=64..512:64</translation>
    </message>
    <message>
        <source>And over</source>
        <translation>もう一つ</translation>
    </message>
    <message>
        <source>price.kind=on_demand,spot</source>
        <translation>price.kind=on_demand,spot</translation>
    </message>
    <message>
        <source>Only where</source>
        <translation>絞り込み条件</translation>
    </message>
    <message>
        <source>Points of which this holds</source>
        <translation>これを満たす点だけ</translation>
    </message>
    <message>
        <source>days&lt;=120</source>
        <translation>days&lt;=120</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>表示する数値</translation>
    </message>
    <message>
        <source>With commas between; left out: the usual ones</source>
        <translation>コンマで区切る。省略時: いつもの数値</translation>
    </message>
    <message>
        <source>days,cost,step.mfu</source>
        <translation>days,cost,step.mfu</translation>
    </message>
    <message>
        <source>Values to try</source>
        <translation>試す値</translation>
    </message>
    <message>
        <source>One list makes a curve, two make a map. What cannot run stands as a cross, or grey.</source>
        <translation>一つの一覧は曲線、二つは地図になります。実行できないものは×か灰色で示します。</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>掃引</translation>
    </message>
</context>
</TS>
