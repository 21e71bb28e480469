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
    <name>Comparisons</name>
    <message>
        <source>The document itself cannot be compared: what it needs is named below</source>
        <translation>文書自体を比較できません。必要なものは下にあります</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>変種 %1</translation>
    </message>
    <message>
        <source>%1 cannot be compared: what to write instead stands at the left</source>
        <translation>%1 を比較できません。代わりに書くものは左側にあります</translation>
    </message>
    <message>
        <source>Write at the left what a variant changes in the document, for instance %1</source>
        <translation>変種が文書の何を変えるかを左側に書いてください。例: %1</translation>
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
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>左へスクロール</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>右へスクロール</translation>
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
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1（変更あり）</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1、%2</translation>
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
        <translation>次の値は不可</translation>
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
        <translation>から</translation>
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
        <translation>過剰学習</translation>
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
        <source>does not fit</source>
        <translation>収まらない</translation>
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
        <translation>へ</translation>
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
        <source>post-training</source>
        <translation>事後学習</translation>
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
        <source>%1 train</source>
        <translation>学習 %1</translation>
    </message>
    <message>
        <source>%1 train, batch %2</source>
        <translation>学習 %1、バッチ %2</translation>
    </message>
    <message>
        <source>%1 train, tight</source>
        <translation>学習 %1、余裕が少ない</translation>
    </message>
    <message>
        <source>%1 train, batch %2, tight</source>
        <translation>学習 %1、バッチ %2、余裕が少ない</translation>
    </message>
    <message>
        <source>batch %1, tight</source>
        <translation>バッチ %1、余裕が少ない</translation>
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
        <source>%1 at the median pace, goodput %2; energy %3 CO₂eq (location-based)</source>
        <translation>中央値の速さで %1、グッドプット %2、エネルギー %3 CO₂eq（ロケーション基準）</translation>
    </message>
    <message>
        <source>%1 at the median pace, goodput %2; energy %3</source>
        <translation>中央値の速さで %1、グッドプット %2、エネルギー %3</translation>
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
        <source>of phase %1: %2 of %3 per GPU: fits (chance %4)</source>
        <translation>段階 %1: GPUあたり %3 のうち %2: 収まる（確率 %4）</translation>
    </message>
    <message>
        <source>of phase %1: %2 of %3 per GPU: tight (chance %4)</source>
        <translation>段階 %1: GPUあたり %3 のうち %2: 余裕が少ない（確率 %4）</translation>
    </message>
    <message>
        <source>of phase %1: %2 of %3 per GPU: does not fit (chance %4)</source>
        <translation>段階 %1: GPUあたり %3 のうち %2: 収まらない（確率 %4）</translation>
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
        <source>%1 at the median pace</source>
        <translation>中央値の速さで %1</translation>
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
        <source>%1 on %2: %3 days (P50), ready on %4, %5 expected, if it fits (chance %6)</source>
        <translation>%2 で %1: %3 日 (P50)、%4 に完了、期待値 %5。メモリに収まる場合 (確率 %6)</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50), ready on %4, cost unknown, if it fits (chance %5)</source>
        <translation>%2 で %1: %3 日 (P50)、%4 に完了、費用は不明。メモリに収まる場合 (確率 %5)</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50), ready on %5, %6 expected, if it fits (chance %7)</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50)、%5 に完了、期待値 %6。メモリに収まる場合 (確率 %7)</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50), ready on %5, cost unknown, if it fits (chance %6)</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50)、%5 に完了、費用は不明。メモリに収まる場合 (確率 %6)</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50; 80 %: %4), ready by %5 with 90 %, %6 expected</source>
        <translation>%2 で %1: %3 日 (P50、80 %: %4)、90 % の確率で %5 までに完了、期待値 %6</translation>
    </message>
    <message>
        <source>%1 on %2: %3 days (P50; 80 %: %4), ready by %5 with 90 %, cost unknown</source>
        <translation>%2 で %1: %3 日 (P50、80 %: %4)、90 % の確率で %5 までに完了、費用は不明</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spares: %4 days (P50; 80 %: %5), ready by %6 with 90 %, %7 expected</source>
        <translation>%2 と予備 %3 で %1: %4 日 (P50、80 %: %5)、90 % の確率で %6 までに完了、期待値 %7</translation>
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
        <source>%1 days if steps are as slow as their 80 % interval and past campaigns allow</source>
        <translation>ステップが 80 % 区間と過去の訓練の範囲で最も遅い場合 %1 日</translation>
    </message>
    <message>
        <source>%1 days, %2 if steps take the slow end of their 80 % interval</source>
        <translation>ステップが 80 % 区間の遅い端なら %1 日、%2</translation>
    </message>
    <message>
        <source>%1 days, %2 if steps are as slow as their 80 % interval and past campaigns allow</source>
        <translation>ステップが 80 % 区間と過去の訓練の範囲で最も遅い場合 %1 日、%2</translation>
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
        <source>%1: %2 projects of %3 organisation on %4, %5 to %6: %7 placed, none at risk, %8</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれなし、%8</translation>
    </message>
    <message>
        <source>%1: %2 project of %3 organisation on %4, %5 to %6: %7 placed, none at risk, %8</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれなし、%8</translation>
    </message>
    <message>
        <source>%1: %2 projects of %3 organisations on %4, %5 to %6: %7 placed, %8 at risk, %9</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれ %8、%9</translation>
    </message>
    <message>
        <source>%1: %2 projects of %3 organisation on %4, %5 to %6: %7 placed, %8 at risk, %9</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれ %8、%9</translation>
    </message>
    <message>
        <source>%1: %2 project of %3 organisation on %4, %5 to %6: %7 placed, %8 at risk, %9</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、遅延のおそれ %8、%9</translation>
    </message>
    <message>
        <source>%1; %2 organisation beyond budget at P90</source>
        <translation>%1、P90 で予算を超える組織 %2</translation>
    </message>
    <message>
        <source>%1; %2 organisations beyond budget at P90</source>
        <translation>%1、P90 で予算を超える組織 %2</translation>
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
        <source>its budget of %1 is exceeded by %2 at P90, and by %3 in the mean, by what has a known price</source>
        <translation>予算 %1 を P90 で %2、平均で %3 超過（価格の分かる分だけで）</translation>
    </message>
    <message>
        <source>its budget of %1 is exceeded by %2 at P90, by what has a known price</source>
        <translation>予算 %1 を P90 で %2 超過（価格の分かる分だけで）</translation>
    </message>
    <message>
        <source>its budget of %1 is exceeded by %2 at P90, and by %3 in the mean, with what is spent after the programme&apos;s end</source>
        <translation>予算 %1 を P90 で %2、平均で %3 超過（計画期間後の支出を含む）</translation>
    </message>
    <message>
        <source>its budget of %1 is exceeded by %2 at P90, with what is spent after the programme&apos;s end</source>
        <translation>予算 %1 を P90 で %2 超過（計画期間後の支出を含む）</translation>
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
        <translation>P90：各試行でプールと月にわたって合計した値から</translation>
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
        <source>scanned: %1 of %2 values of %3 from %4 to %5; %6 of %7 can run</source>
        <translation>走査: %3 の %4 から %5 まで %2 個の値のうち %1 個。%7 のうち %6 が実行可能</translation>
    </message>
    <message>
        <source>scanned: %1 values of %2 from %3 to %4; %5 of %6 can run, %7 of them too late</source>
        <translation>走査: %2 の %3 から %4 まで %1 個の値。%6 のうち %5 が実行可能、うち %7 は期限に間に合わない</translation>
    </message>
    <message>
        <source>scanned: %1 of %2 values of %3 from %4 to %5; %6 of %7 can run, %8 of them too late</source>
        <translation>走査: %3 の %4 から %5 まで %2 個の値のうち %1 個。%7 のうち %6 が実行可能、うち %8 は期限に間に合わない</translation>
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
        <translation>帯域幅: 全員が同時にその階層を越えて送るときのアクセラレーター 一基・片方向の回線速度。レイテンシー: 一メッセージ。リンク: 最長の経路</translation>
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
        <source>one call of a program that waits for it takes %1 at least, on whatever accelerator</source>
        <translation>待ち合わせるプログラムの一回の呼び出しは、どのアクセラレータでも少なくとも %1 かかる</translation>
    </message>
    <message>
        <source>%1 of %2: never measured over as many scale-up domains; the interval is as wide as rows of whole systems that were left out</source>
        <translation>%2 の %1: これほど多いスケールアップ領域では測定なし。区間は除外したシステム全体の行と同じ広さ</translation>
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
        <translation>%1（アクティブ %2）</translation>
    </message>
    <message>
        <source>N(C) and D(C) of this law were fitted apart from its L(N, D): the best division is not where curves of equal loss touch those of equal compute</source>
        <translation>この法則の N(C) と D(C) は L(N, D) とは別に当てはめられているため、最適な配分は等損失曲線と等計算量曲線の接点ではありません</translation>
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
        <translation>%2 × %3 で %1</translation>
    </message>
    <message>
        <source>What would help most</source>
        <translation>最も役立つ変更</translation>
    </message>
    <message>
        <source>from → to</source>
        <translation>前 → 後</translation>
    </message>
    <message>
        <source>days saved</source>
        <translation>節約日数</translation>
    </message>
    <message>
        <source>money saved</source>
        <translation>節約金額</translation>
    </message>
    <message>
        <source>by money</source>
        <translation>金額順</translation>
    </message>
    <message>
        <source>one change at a time, on the same luck, ordered by the days it saves; by money: its place by what it saves; negative: it costs</source>
        <translation>変更は一つずつ、同じ運で、節約日数の順。金額順: 節約金額での順位。負: 余分にかかる</translation>
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
        <translation>故障の検知を半分の時間で</translation>
    </message>
    <message>
        <source>failures are diagnosed in half the time</source>
        <translation>故障の診断を半分の時間で</translation>
    </message>
    <message>
        <source>spares take over in half the time</source>
        <translation>予備への切り替えを半分の時間で</translation>
    </message>
    <message>
        <source>nodes are replaced in half the time</source>
        <translation>ノードの交換を半分の時間で</translation>
    </message>
    <message>
        <source>processes and communicators start in half the time</source>
        <translation>プロセスとコミュニケーターの起動を半分の時間で</translation>
    </message>
    <message>
        <source>communicators grow with ranks half as fast</source>
        <translation>コミュニケーターの準備のランク数による増加を半分に</translation>
    </message>
    <message>
        <source>half the warm-up</source>
        <translation>ウォームアップを半分に</translation>
    </message>
    <message>
        <source>two more spare nodes</source>
        <translation>予備ノードをさらに二つ</translation>
    </message>
    <message>
        <source>a file system of twice the size</source>
        <translation>二倍の容量のファイルシステム</translation>
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
        <translation>チェックポイントを別ノードのメモリーにも保存</translation>
    </message>
    <message>
        <source>survivors save their state when a node fails</source>
        <translation>故障時に残ったノードが状態を保存</translation>
    </message>
    <message>
        <source>the job goes on with fewer nodes while none is free</source>
        <translation>空きがない間は少ないノードで続行</translation>
    </message>
    <message>
        <source>the other replicas go on when one fails</source>
        <translation>一つの故障時にほかのレプリカは続行</translation>
    </message>
    <message>
        <source>every lemon node is recognised at its first failure</source>
        <translation>故障の多いノードを最初の故障で特定</translation>
    </message>
    <message>
        <source>failed nodes are repaired in half the time</source>
        <translation>故障ノードの修理を半分の時間で</translation>
    </message>
    <message>
        <source>groups of nodes are back in half the time</source>
        <translation>ノード群の復旧を半分の時間で</translation>
    </message>
    <message>
        <source>capacity is back in half the time after a preemption</source>
        <translation>回収後の容量の復帰を半分の時間で</translation>
    </message>
    <message>
        <source>checkpoints kept for good twice as often</source>
        <translation>永久保存のチェックポイントを二倍の頻度で</translation>
    </message>
    <message>
        <source>slow nodes are found in half the time</source>
        <translation>遅いノードの発見を半分の時間で</translation>
    </message>
    <message>
        <source>silent corruption is found in half the time</source>
        <translation>隠れたデータ破損の発見を半分の時間で</translation>
    </message>
    <message>
        <source>maintenance takes half as long</source>
        <translation>保守を半分の時間で</translation>
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
        <source>nothing is served: training alone is divided (%1)</source>
        <translation>推論は行わず、学習だけを配分します (%1)</translation>
    </message>
    <message>
        <source>to be served (%1)</source>
        <translation>推論に使うトークン数 (%1)</translation>
    </message>
    <message>
        <source>%1: takes all tokens as fresh, and %2 are %3 epochs of %4</source>
        <translation>%1: すべてのトークンを新規とみなしますが、%2 は %4 の %3 エポックにあたります</translation>
    </message>
    <message>
        <source>to be served (%1); other laws divide training alone</source>
        <translation>推論に使うトークン数 (%1)。ほかの法則は学習だけを配分します</translation>
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
        <translation>自身の損失 %1 で。最少のステップ数・トークン数の二倍</translation>
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
        <translation>ノードあたりのプロセッサ数</translation>
    </message>
    <message>
        <source>sequences in a micro-batch</source>
        <translation>マイクロバッチの系列数</translation>
    </message>
    <message>
        <source>sequences in a step</source>
        <translation>ステップあたりの系列数</translation>
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
        <translation>系列あたりのトークン数</translation>
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
        <source>whether jobs share nodes is not said, each counts with whole nodes; sacct -o JobID,…,AllocTRES says it</source>
        <translation>ジョブがノードを共有するかは書かれていないので、ノード全体で数えた。sacct -o JobID,…,AllocTRES で分かる</translation>
    </message>
    <message>
        <source>%1 of %2 jobs held fewer GPUs than their nodes have, and count with whole nodes: %3 node-hours, where their GPUs make %4</source>
        <translation>%2 件のうち %1 件のジョブは使った GPU がノードより少なく、ノード全体で数えた: %3 ノード時間（GPU では %4）</translation>
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
        <translation>行</translation>
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
        <translation>まで</translation>
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
        <translation>%1 までの規則。別の規則が適用されることがあります</translation>
    </message>
    <message>
        <source>%1 days are sold for %2</source>
        <translation>%2 日のために %1 日分が販売される</translation>
    </message>
    <message>
        <source>cannot be bought: %1 (%2)</source>
        <translation>購入不可: %1 (%2)</translation>
    </message>
    <message>
        <source>%1 days are longer than a block may be, %2 days</source>
        <translation>%1 日はブロックの上限 %2 日より長い</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>day</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>path or object</source>
        <translation>パスまたはオブジェクト</translation>
    </message>
    <message>
        <source>name or object</source>
        <translation>名前またはオブジェクト</translation>
    </message>
    <message>
        <source>name, path or object</source>
        <translation>名前、パスまたはオブジェクト</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>任意の値</translation>
    </message>
    <message>
        <source>object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>帯域幅</translation>
    </message>
    <message>
        <source>FLOP rate</source>
        <translation>FLOP の速さ</translation>
    </message>
    <message>
        <source>power</source>
        <translation>電力</translation>
    </message>
    <message>
        <source>money per time</source>
        <translation>時間あたりの金額</translation>
    </message>
    <message>
        <source>money per hour</source>
        <translation>一時間あたりの金額</translation>
    </message>
    <message>
        <source>text, or list of texts</source>
        <translation>テキスト、またはテキストのリスト</translation>
    </message>
    <message>
        <source>list of objects</source>
        <translation>オブジェクトのリスト</translation>
    </message>
    <message>
        <source>list of objects, not empty</source>
        <translation>オブジェクトのリスト（空でない）</translation>
    </message>
    <message>
        <source>list of %1 to %2 objects</source>
        <translation>%1 から %2 個のオブジェクトのリスト</translation>
    </message>
    <message>
        <source>whole number, %1 to %2</source>
        <translation>整数、%1 から %2</translation>
    </message>
    <message>
        <source>whole number, list or range, %1 to %2</source>
        <translation>整数・リスト・範囲、%1 から %2</translation>
    </message>
    <message>
        <source>count, %1 to %2</source>
        <translation>個数、%1 から %2</translation>
    </message>
    <message>
        <source>number, %1 to %2</source>
        <translation>数、%1 から %2</translation>
    </message>
    <message>
        <source>%1, or %2</source>
        <translation>%1、または %2</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必須</translation>
    </message>
    <message>
        <source>all defaults</source>
        <translation>すべて既定値</translation>
    </message>
    <message>
        <source>the model&apos;s</source>
        <translation>モデルのもの</translation>
    </message>
    <message>
        <source>the project&apos;s</source>
        <translation>プロジェクトのもの</translation>
    </message>
    <message>
        <source>the programme</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>the programme&apos;s start</source>
        <translation>プログラムの開始日</translation>
    </message>
    <message>
        <source>the training&apos;s</source>
        <translation>`training` のもの</translation>
    </message>
    <message>
        <source>the framework&apos;s</source>
        <translation>フレームワークのもの</translation>
    </message>
    <message>
        <source>the framework&apos;s habit</source>
        <translation>フレームワークの習性</translation>
    </message>
    <message>
        <source>the cluster&apos;s</source>
        <translation>クラスターのもの</translation>
    </message>
    <message>
        <source>the cluster&apos;s storage</source>
        <translation>クラスターのストレージ</translation>
    </message>
    <message>
        <source>the cluster&apos;s storage alone</source>
        <translation>クラスターのストレージだけ</translation>
    </message>
    <message>
        <source>the network&apos;s</source>
        <translation>ネットワークのもの</translation>
    </message>
    <message>
        <source>the grid&apos;s</source>
        <translation>電力網のもの</translation>
    </message>
    <message>
        <source>those of the node</source>
        <translation>ノードのもの</translation>
    </message>
    <message>
        <source>the data is there already</source>
        <translation>データは既にある</translation>
    </message>
    <message>
        <source>reading costs no time</source>
        <translation>読み出しに時間はかからない</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>時間はかからない</translation>
    </message>
    <message>
        <source>the framework&apos;s habit, else as tensor</source>
        <translation>フレームワークの慣例、なければ tensor と同じ</translation>
    </message>
    <message>
        <source>as memory</source>
        <translation>メモリーと同じ</translation>
    </message>
    <message>
        <source>as replacement</source>
        <translation>`replacement` と同じ</translation>
    </message>
    <message>
        <source>as a routed one</source>
        <translation>ルーティングされるものと同じ</translation>
    </message>
    <message>
        <source>all groups</source>
        <translation>全グループ</translation>
    </message>
    <message>
        <source>all replicas</source>
        <translation>全レプリカ</translation>
    </message>
    <message>
        <source>one phase</source>
        <translation>一つの段階</translation>
    </message>
    <message>
        <source>dealt by rule</source>
        <translation>規則で割り当て</translation>
    </message>
    <message>
        <source>delayed with fp8, nvfp4 with fp4</source>
        <translation>fp8 では delayed、fp4 では nvfp4</translation>
    </message>
    <message>
        <source>true if tensor &gt; 1</source>
        <translation>`tensor` が 1 より大きければ true</translation>
    </message>
    <message>
        <source>ZeRO 3, else ZeRO 1.</source>
        <translation>ZeRO 3、そうでなければ ZeRO 1。</translation>
    </message>
    <message>
        <source>null; 1 day with hazards.silent_corruption</source>
        <translation>null、hazards.silent_corruption があれば 1 日</translation>
    </message>
    <message>
        <source>needed without machine</source>
        <translation>`machine` がなければ必要</translation>
    </message>
    <message>
        <source>required unless every phase has its own</source>
        <translation>各段階が固有の値を持たない限り必須</translation>
    </message>
    <message>
        <source>required unless there are phases</source>
        <translation>`phases` がない限り必須</translation>
    </message>
    <message>
        <source>required but of USD</source>
        <translation>USD 以外では必須</translation>
    </message>
    <message>
        <source>required unless owned</source>
        <translation>`owned` でない限り必須</translation>
    </message>
    <message>
        <source>required with late_chance</source>
        <translation>`late_chance` があれば必須</translation>
    </message>
    <message>
        <source>required without durations</source>
        <translation>`durations` がなければ必須</translation>
    </message>
    <message>
        <source>the day of the catalogues</source>
        <translation>カタログの日付</translation>
    </message>
    <message>
        <source>us-east-1; eastus on Azure, us-central1 on GCP, * (any) at smaller clouds; where unsold there, the cheapest region</source>
        <translation>us-east-1。Azure では eastus、GCP では us-central1、小規模クラウドでは *（任意）。そこに価格がない計算機は、最も安く売る地域</translation>
    </message>
    <message>
        <source>that of price.region, else unknown</source>
        <translation>price.region のもの、なければ不明</translation>
    </message>
    <message>
        <source>the provider&apos;s where published, else 1</source>
        <translation>公表されていれば事業者のもの、なければ 1</translation>
    </message>
    <message>
        <source>as measured of the accelerator&apos;s machines, else in proportion to HGX H100</source>
        <translation>そのアクセラレーターの計算機で測られた値、なければ HGX H100 に比例</translation>
    </message>
    <message>
        <source>hyperpod on AWS, else slurm-requeue</source>
        <translation>AWS では hyperpod、ほかでは slurm-requeue</translation>
    </message>
    <message>
        <source>scores where attention is unfused, else the activation function</source>
        <translation>アテンションが融合されていなければスコア、そうでなければ活性化関数</translation>
    </message>
    <message>
        <source>nodes × accelerators per node / (tensor × pipeline × context)</source>
        <translation>ノード数 × ノードあたりアクセラレーター / (tensor × pipeline × context)</translation>
    </message>
    <message>
        <source>the newest of the framework that was measured</source>
        <translation>測定されたフレームワークの最新の版</translation>
    </message>
    <message>
        <source>32 with kind lora, the rank of most recipes</source>
        <translation>kind が lora なら 32（多くのレシピの rank）</translation>
    </message>
    <message>
        <source>none: run.checkpoint.node_bandwidth counts</source>
        <translation>なし: run.checkpoint.node_bandwidth による</translation>
    </message>
    <message>
        <source>of the instance it is like, else infiniband-ndr</source>
        <translation>`like` のインスタンスのもの、なければ infiniband-ndr</translation>
    </message>
    <message>
        <source>of the instance it is like, else one an accelerator</source>
        <translation>`like` のインスタンスのもの、なければアクセラレーターあたり一つ</translation>
    </message>
    <message>
        <source>of the instance it is like, else the network&apos;s</source>
        <translation>`like` のインスタンスのもの、なければネットワークのもの</translation>
    </message>
    <message>
        <source>of the instance it is like; needed without one</source>
        <translation>`like` のインスタンスのもの。`like` がなければ必要</translation>
    </message>
    <message>
        <source>the fabric&apos;s own; 1 where it states none</source>
        <translation>ファブリックのもの。記載がなければ 1</translation>
    </message>
    <message>
        <source>the fabric&apos;s of the catalogue</source>
        <translation>カタログのファブリックのもの</translation>
    </message>
    <message>
        <source>all of the pool</source>
        <translation>プールの全期間・全ノード</translation>
    </message>
    <message>
        <source>all that its scenario can run on</source>
        <translation>そのシナリオが動くもののすべて</translation>
    </message>
    <message>
        <source>all at the programme&apos;s end</source>
        <translation>プログラムの終了時にすべて</translation>
    </message>
    <message>
        <source>all nodes are good</source>
        <translation>全ノードが正常</translation>
    </message>
    <message>
        <source>an equal part of what is left</source>
        <translation>残りを等分</translation>
    </message>
    <message>
        <source>of training: the project&apos;s</source>
        <translation>`training` ではプロジェクトのもの</translation>
    </message>
    <message>
        <source>one of training</source>
        <translation>`training` の段階一つ</translation>
    </message>
    <message>
        <source>the kind, with a number from the second on</source>
        <translation>種類の名前。二つ目からは番号つき</translation>
    </message>
    <message>
        <source>the catalogue&apos;s, by day and region; unknown stays unknown</source>
        <translation>カタログの日付・リージョンごとの価格。不明なものは不明のまま</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>指定なし</translation>
    </message>
    <message>
        <source>not given: any number that its pools have</source>
        <translation>指定なし: プールにある任意のノード数</translation>
    </message>
    <message>
        <source>not given: no node is kept back</source>
        <translation>指定なし: ノードを取り置かない</translation>
    </message>
    <message>
        <source>not given: what most clusters run</source>
        <translation>指定なし: 多くのクラスターで使われるもの</translation>
    </message>
    <message>
        <source>not given: who gets what and when is planned beforehand</source>
        <translation>指定なし: 誰がいつ何を使うかを事前に計画</translation>
    </message>
    <message>
        <source>not given: hardware goes on failing while a job waits; software does not</source>
        <translation>指定なし: ジョブの待機中もハードウェアは故障し、ソフトウェアは故障しない</translation>
    </message>
    <message>
        <source>not given: no time for evaluation</source>
        <translation>指定なし: 評価の時間はなし</translation>
    </message>
    <message>
        <source>not given: one of the published rates</source>
        <translation>指定なし: 公表された率の一つ</translation>
    </message>
    <message>
        <source>not given: degrees, micro-batch and recomputation are searched, the fastest that fit; fmplan search varies schedule, switches and offload too</source>
        <translation>指定なし: 並列度・マイクロバッチ・再計算を探索し、収まる最速のものを採る。fmplan search はスケジュール・スイッチ・オフロードも変える</translation>
    </message>
    <message>
        <source>not given: a token&apos;s number in 32 bits</source>
        <translation>指定なし: トークンの番号を 32 ビットで</translation>
    </message>
    <message>
        <source>not given: all tokens, before the first step</source>
        <translation>指定なし: 最初のステップの前に全トークン</translation>
    </message>
    <message>
        <source>not given: the interval that loses least time</source>
        <translation>指定なし: 失われる時間が最小の間隔</translation>
    </message>
    <message>
        <source>not given: training waits for every checkpoint</source>
        <translation>指定なし: 学習はチェックポイントごとに待つ</translation>
    </message>
    <message>
        <source>an asynchronous checkpoint stalls for more than the copy: collecting the state, starting the writer</source>
        <translation>非同期チェックポイントの停止はコピーだけでは済まない: 状態の収集、書き込み処理の起動</translation>
    </message>
    <message>
        <source>an asynchronous checkpoint stalls for the copy to host memory</source>
        <translation>非同期チェックポイントはホストメモリーへのコピーの間停止する</translation>
    </message>
    <message>
        <source>no storage given: what one node writes</source>
        <translation>ストレージの指定なし: 一ノードの書き込み速度</translation>
    </message>
    <message>
        <source>DLRover Flash Checkpoint: stalls of 0.5 s for 18 and 24 GB (repository); PyTorch DCP: 6.3 s for a 7B model (IBM)</source>
        <translation>DLRover Flash Checkpoint: 18 GB と 24 GB で停止 0.5 s（リポジトリ）。PyTorch DCP: 7B モデルで 6.3 s (IBM)</translation>
    </message>
    <message>
        <source>BLOOM-176B: 2.3 TB in 40 s from 48 nodes (chronicles)</source>
        <translation>BLOOM-176B: 48 ノードから 2.3 TB を 40 s で（記録）</translation>
    </message>
    <message>
        <source>LANL, 22 systems: repairs of 355 min in the mean and 54 min in the median</source>
        <translation>LANL の 22 システム: 修理は平均 355 分、中央値 54 分</translation>
    </message>
    <message>
        <source>For people; not read.</source>
        <translation>人のための注記。読み込まれません。</translation>
    </message>
    <message>
        <source>For people.</source>
        <translation>人のための注記。</translation>
    </message>
    <message>
        <source>For people: which figures are facts, and which assumptions.</source>
        <translation>人のための注記: どの数値が事実で、どれが仮定か。</translation>
    </message>
    <message>
        <source>In a few words.</source>
        <translation>短い説明。</translation>
    </message>
    <message>
        <source>Of the catalogue, of a file beside the scenario, or the content of such a file.</source>
        <translation>カタログのもの、シナリオの隣のファイルのもの、またはそのファイルの内容。</translation>
    </message>
    <message>
        <source>Of this format.</source>
        <translation>この書式の版。</translation>
    </message>
    <message>
        <source>One training run. Every quantity is a text with its unit. docs/scenario_format.md says more, and which rules hold between fields.</source>
        <translation>一つの学習実行。量はすべて単位つきのテキスト。詳細と欄の間の規則は docs/scenario_format.md。</translation>
    </message>
    <message>
        <source>The kind of item.</source>
        <translation>項目の種類。</translation>
    </message>
    <message>
        <source>What reports call it.</source>
        <translation>報告書での名前。</translation>
    </message>
    <message>
        <source>Where its numbers come from; see docs/catalog_format.md.</source>
        <translation>数値の出どころ。docs/catalog_format.md を参照。</translation>
    </message>
    <message>
        <source>As above.</source>
        <translation>上と同じ。</translation>
    </message>
    <message>
        <source>A checkpoint after the last step.</source>
        <translation>最後のステップの後のチェックポイント。</translation>
    </message>
    <message>
        <source>After a failure the survivors save their state; needs a second copy of it.</source>
        <translation>故障後に残ったノードが状態を保存する。状態の複製が必要。</translation>
    </message>
    <message>
        <source>Between source and storage: S3, then FSx, then drives.</source>
        <translation>出所とストレージの間: S3、FSx、ドライブの順。</translation>
    </message>
    <message>
        <source>Each so-many-th checkpoint, a multiple of the level before; 1 for the first.</source>
        <translation>何回ごとのチェックポイントか。前の階層の倍数、最初は 1。</translation>
    </message>
    <message>
        <source>How much is there before the first step; &quot;all&quot;: all tokens.</source>
        <translation>最初のステップの前に置かれている量。&quot;all&quot;: 全トークン。</translation>
    </message>
    <message>
        <source>Newest checkpoints kept on each level.</source>
        <translation>各階層に残す最新のチェックポイント数。</translation>
    </message>
    <message>
        <source>Newest checkpoints kept there.</source>
        <translation>そこに残す最新のチェックポイント数。</translation>
    </message>
    <message>
        <source>Partitioned prefixes of object storage that the objects are spread over.</source>
        <translation>オブジェクトを分散するオブジェクトストレージのパーティション済みプレフィックス数。</translation>
    </message>
    <message>
        <source>Partitioned prefixes of the source that the objects are spread over.</source>
        <translation>オブジェクトを分散する出所のパーティション済みプレフィックス数。</translation>
    </message>
    <message>
        <source>Rate at which an accelerator&apos;s share leaves its memory (async).</source>
        <translation>アクセラレーターの分担分がメモリーから出る速さ（async）。</translation>
    </message>
    <message>
        <source>Read from while training: storage (the cluster&apos;s), local_nvme, or another storage.</source>
        <translation>学習中の読み出し元: storage（クラスターのもの）、local_nvme、またはほかのストレージ。</translation>
    </message>
    <message>
        <source>Staged from before the first step, for instance s3-standard.</source>
        <translation>最初のステップの前の転送元。例: s3-standard。</translation>
    </message>
    <message>
        <source>Training time between checkpoints that the last level keeps for good; null: none.</source>
        <translation>最後の階層に永久に残すチェックポイントの学習時間間隔。null: 残さない。</translation>
    </message>
    <message>
        <source>Training time between checkpoints; &quot;auto&quot;: the one that loses least.</source>
        <translation>チェックポイント間の学習時間。&quot;auto&quot;: 損失が最小の間隔。</translation>
    </message>
    <message>
        <source>What a token takes in storage.</source>
        <translation>一トークンがストレージで占める量。</translation>
    </message>
    <message>
        <source>What an asynchronous checkpoint stalls for beside the copy.</source>
        <translation>非同期チェックポイントがコピー以外で停止する時間。</translation>
    </message>
    <message>
        <source>What is provisioned of a storage named here, if it is sold by size.</source>
        <translation>ここで指定したストレージの確保量（容量で売られる場合）。</translation>
    </message>
    <message>
        <source>Where checkpoints go, from the nearest to the safest.</source>
        <translation>チェックポイントの保存先。近いものから安全なものへ。</translation>
    </message>
    <message>
        <source>Write rate of one node where the storage states none.</source>
        <translation>ストレージに記載がないときの一ノードの書き込み速度。</translation>
    </message>
    <message>
        <source>peer_memory, local_nvme, storage (the cluster&apos;s), or another storage.</source>
        <translation>peer_memory、local_nvme、storage（クラスターのもの）、またはほかのストレージ。</translation>
    </message>
    <message>
        <source>sync: training waits for the write; async: only for the copy to host memory.</source>
        <translation>sync: 学習は書き込みを待つ。async: ホストメモリーへのコピーだけを待つ。</translation>
    </message>
    <message>
        <source>A catalogue name, or an object.</source>
        <translation>カタログの名前、またはオブジェクト。</translation>
    </message>
    <message>
        <source>Accelerators joined by the scale-up link, 72 in a rack of NVL72.</source>
        <translation>スケールアップリンクでつながるアクセラレーター数。NVL72 のラックでは 72。</translation>
    </message>
    <message>
        <source>Accelerators of a machine.</source>
        <translation>計算機のアクセラレーター数。</translation>
    </message>
    <message>
        <source>An instance of the catalogue; what is left out here is as there, and its measured collectives serve.</source>
        <translation>カタログのインスタンス。省略した値はそれに従い、測定済みの集団通信も使われる。</translation>
    </message>
    <message>
        <source>Bandwidth into leaves over bandwidth out of them.</source>
        <translation>リーフに入る帯域幅と出る帯域幅の比。</translation>
    </message>
    <message>
        <source>Every node trains and batches stay as stated; what does not divide is refused.</source>
        <translation>全ノードが学習し、バッチは指定のまま。割り切れないものは拒否される。</translation>
    </message>
    <message>
        <source>In place of instance: a machine in a few words.</source>
        <translation>`instance` の代わりに、計算機を短く記述。</translation>
    </message>
    <message>
        <source>InfiniBand switches add up all-reduces (SHARP), and NCCL is told to let them.</source>
        <translation>InfiniBand スイッチが all-reduce を集約し (SHARP)、NCCL もそれを使う。</translation>
    </message>
    <message>
        <source>Instances; &quot;auto&quot;: the number that keeps run.deadline at the least cost.</source>
        <translation>インスタンス数。&quot;auto&quot;: run.deadline を最小の費用で守る数。</translation>
    </message>
    <message>
        <source>Link of the catalogue between machines, for instance roce-cx7; or in words, &quot;8x 400 Gb/s RoCE&quot;.</source>
        <translation>計算機間のカタログのリンク（例: roce-cx7）、または &quot;8x 400 Gb/s RoCE&quot; のような記述。</translation>
    </message>
    <message>
        <source>NICs of a machine.</source>
        <translation>計算機の NIC 数。</translation>
    </message>
    <message>
        <source>Of one NIC.</source>
        <translation>NIC 一枚の値。</translation>
    </message>
    <message>
        <source>Order of machines: leaf after leaf, or one under each leaf in turn.</source>
        <translation>計算機の順序: リーフごとに順に、または各リーフから一台ずつ。</translation>
    </message>
    <message>
        <source>Shared by all nodes.</source>
        <translation>全ノードで共有。</translation>
    </message>
    <message>
        <source>The machine: a catalogue name, or an object, which may be like one with changed parts.</source>
        <translation>計算機: カタログの名前、またはオブジェクト（既存のものの一部を変えてもよい）。</translation>
    </message>
    <message>
        <source>The object says how.</source>
        <translation>詳細はオブジェクトで指定。</translation>
    </message>
    <message>
        <source>Times each collective as if alone, or the plan&apos;s own traffic as flows that share leaves and spines.</source>
        <translation>集団通信を単独として計るか、計画の通信をリーフとスパインを共有するフローとして計るか。</translation>
    </message>
    <message>
        <source>What is rented, rounded up to the next size on sale; decides the rate of storage sold by size.</source>
        <translation>借りる容量。販売単位に切り上げ。容量で売られるストレージの速度を決める。</translation>
    </message>
    <message>
        <source>What it runs on.</source>
        <translation>実行する計算機。</translation>
    </message>
    <message>
        <source>Where checkpoints are written.</source>
        <translation>チェックポイントの書き込み先。</translation>
    </message>
    <message>
        <source>Which spine: packets over all of them, or the one that the destination&apos;s number gives.</source>
        <translation>スパインの選び方: パケットを全スパインに分散、または宛先の番号で決まる一つ。</translation>
    </message>
    <message>
        <source>A grid of the catalogue: region, country or model card.</source>
        <translation>カタログの電力網: リージョン、国、またはモデルカード。</translation>
    </message>
    <message>
        <source>A region of the catalogue.</source>
        <translation>カタログのリージョン。</translation>
    </message>
    <message>
        <source>Carbon of the grid in kg CO₂eq per kWh; not beside grid.</source>
        <translation>電力網の炭素強度 (kg CO₂eq/kWh)。`grid` とは併用不可。</translation>
    </message>
    <message>
        <source>Energy and carbon.</source>
        <translation>エネルギーと炭素。</translation>
    </message>
    <message>
        <source>Of a machine at work, all its parts.</source>
        <translation>稼働中の計算機全体の電力。</translation>
    </message>
    <message>
        <source>Power usage effectiveness.</source>
        <translation>電力使用効率 (PUE)。</translation>
    </message>
    <message>
        <source>Share of that while a machine waits or stands by.</source>
        <translation>待機中の計算機の、それに対する割合。</translation>
    </message>
    <message>
        <source>The day of the price list, which then holds throughout; the first day: by the day.</source>
        <translation>価格表の日付（全期間に適用）。省略時はその日ごとの価格。</translation>
    </message>
    <message>
        <source>The user&apos;s own price; replaces the catalogue&apos;s.</source>
        <translation>利用者自身の価格。カタログの価格に代わる。</translation>
    </message>
    <message>
        <source>Way of buying; spot needs run.hazards.preemption.</source>
        <translation>購入方式。`spot` には run.hazards.preemption が必要。</translation>
    </message>
    <message>
        <source>Way of buying.</source>
        <translation>購入方式。</translation>
    </message>
    <message>
        <source>What a node costs.</source>
        <translation>ノードの価格。</translation>
    </message>
    <message>
        <source>&quot;history&quot;; &quot;none&quot; for adapters, of which no campaign was published</source>
        <translation>&quot;history&quot;。アダプターでは公表された実績がないため &quot;none&quot;</translation>
    </message>
    <message>
        <source>An observed rate; or what a job of the cluster&apos;s nodes fails at, &quot;8 h&quot;, or &quot;6.5 per 1000 node-days&quot;.</source>
        <translation>観測された率。またはクラスターのジョブの故障間隔 &quot;8 h&quot;、&quot;6.5 per 1000 node-days&quot;。</translation>
    </message>
    <message>
        <source>Chance of being ready by the deadline that keeps it.</source>
        <translation>期限を守るとみなす完了確率。</translation>
    </message>
    <message>
        <source>Failures that take a node while the job is down or waits, over those while it runs.</source>
        <translation>停止・待機中のノード故障率の、実行中に対する比。</translation>
    </message>
    <message>
        <source>First day.</source>
        <translation>最初の日。</translation>
    </message>
    <message>
        <source>How the state is saved.</source>
        <translation>状態の保存方法。</translation>
    </message>
    <message>
        <source>Instances paid for from start to finish; &quot;auto&quot;: the number that makes the run cheapest.</source>
        <translation>開始から終了まで支払う予備インスタンス数。&quot;auto&quot;: 実行が最も安くなる数。</translation>
    </message>
    <message>
        <source>Of kind replica: all stand still so long.</source>
        <translation>kind が replica のとき: 全体がこの時間停止する。</translation>
    </message>
    <message>
        <source>Share of training time (steps, evaluation, stalls of data) spent on evaluation, at most 0.9.</source>
        <translation>学習時間（ステップ、評価、データ待ち）のうち評価の割合。最大 0.9。</translation>
    </message>
    <message>
        <source>The course of the run.</source>
        <translation>実行の進め方。</translation>
    </message>
    <message>
        <source>The day to be ready by, not before the start; required by &quot;nodes&quot;: &quot;auto&quot;; if missed, exit code 3.</source>
        <translation>完了期限。開始日より前は不可。&quot;nodes&quot;: &quot;auto&quot; では必須。守れなければ終了コード 3。</translation>
    </message>
    <message>
        <source>What campaigns take on top of the machine&apos;s time: as published ones took, nothing, or a share (&quot;20 %&quot;).</source>
        <translation>計算機の時間に加えて実際の学習で要する分: 公表された実績どおり、なし、または割合（&quot;20 %&quot;）。</translation>
    </message>
    <message>
        <source>What happens after a failure.</source>
        <translation>故障後の動作。</translation>
    </message>
    <message>
        <source>What happens beside the constant rate of failures.</source>
        <translation>一定の故障率以外に起きること。</translation>
    </message>
    <message>
        <source>What the rest of the job does after a failure.</source>
        <translation>故障後にジョブの残りが行うこと。</translation>
    </message>
    <message>
        <source>What the steps read.</source>
        <translation>ステップが読むデータ。</translation>
    </message>
    <message>
        <source>A stretch of training. What is left out is the training&apos;s.</source>
        <translation>学習の一区間。省略した値は training のもの。</translation>
    </message>
    <message>
        <source>Activations computed again in the backward pass.</source>
        <translation>逆伝播で再計算する活性値。</translation>
    </message>
    <message>
        <source>Attention kernel.</source>
        <translation>アテンションのカーネル。</translation>
    </message>
    <message>
        <source>CSV of measured steps of your own cluster, relative to the scenario; they correct the step time.</source>
        <translation>自分のクラスターで測ったステップの CSV（シナリオからの相対パス）。ステップ時間を補正する。</translation>
    </message>
    <message>
        <source>Chance of fitting in memory that a plan must have to be found.</source>
        <translation>計画を採るのに必要な、メモリーに収まる確率。</translation>
    </message>
    <message>
        <source>Context parallelism.</source>
        <translation>コンテキスト並列。</translation>
    </message>
    <message>
        <source>Data parallelism; only checked against what the machine leaves.</source>
        <translation>データ並列。計算機から決まる値と照合されるだけ。</translation>
    </message>
    <message>
        <source>Dispatch and combine of routed tokens beside a second micro-batch&apos;s compute (two-batch overlap).</source>
        <translation>ルーティングされるトークンの dispatch と combine を、もう一つのマイクロバッチの計算と重ねる（two-batch overlap）。</translation>
    </message>
    <message>
        <source>Expert parallelism; divides data × context.</source>
        <translation>エキスパート並列。`data` × `context` の約数。</translation>
    </message>
    <message>
        <source>Expert parallelism.</source>
        <translation>エキスパート並列。</translation>
    </message>
    <message>
        <source>How model FLOP are counted.</source>
        <translation>モデル FLOP の数え方。</translation>
    </message>
    <message>
        <source>How operands of fp8 and fp4 are scaled: bytes held and gathered. Time of products is not told apart.</source>
        <translation>fp8 と fp4 のオペランドのスケーリング。保持し集めるバイト数を決める。積の時間は区別されない。</translation>
    </message>
    <message>
        <source>How the job is split over accelerators. `data` is what the machine leaves; stated, it is checked.</source>
        <translation>ジョブのアクセラレーターへの分割。`data` は計算機から決まり、指定すれば照合される。</translation>
    </message>
    <message>
        <source>How the job is split over accelerators; &quot;auto&quot; searches degrees, micro-batch and recomputation.</source>
        <translation>ジョブのアクセラレーターへの分割。&quot;auto&quot; は並列度・マイクロバッチ・再計算を探索。</translation>
    </message>
    <message>
        <source>In fp8 and fp4, no 16-bit copy of the weights is kept beside the quantised ones.</source>
        <translation>fp8 と fp4 で、量子化した重みのほかに 16 ビットの写しを持たない。</translation>
    </message>
    <message>
        <source>In order; replaces tokens.</source>
        <translation>順番どおり。`tokens` に代わる。</translation>
    </message>
    <message>
        <source>In order.</source>
        <translation>順番どおり。</translation>
    </message>
    <message>
        <source>Instances.</source>
        <translation>インスタンス数。</translation>
    </message>
    <message>
        <source>Its own plan, not &quot;auto&quot;.</source>
        <translation>固有の計画。&quot;auto&quot; は不可。</translation>
    </message>
    <message>
        <source>Master weights and moments.</source>
        <translation>マスター重みとモーメント。</translation>
    </message>
    <message>
        <source>Model chunks per pipeline stage (interleaved 1F1B, breadth-first; 2 with zb_v).</source>
        <translation>パイプラインステージあたりのモデルチャンク数（インターリーブ 1F1B、breadth-first。zb_v では 2）。</translation>
    </message>
    <message>
        <source>Of a mixture: each expert is given as many tokens, as benchmarks force it; a learned router does not.</source>
        <translation>混合エキスパートで、ベンチマークが強制するように各エキスパートへ同数のトークンを送る。学習したルーターではそうならない。</translation>
    </message>
    <message>
        <source>Of layers waiting for their backward pass.</source>
        <translation>逆伝播を待つ層のもの。</translation>
    </message>
    <message>
        <source>Of routed tokens: a copy for each expert, all to all ranks, or a copy for each domain (DeepEP).</source>
        <translation>ルーティングされるトークン: エキスパートごとの写し、全ランクへ、または領域ごとの写し (DeepEP)。</translation>
    </message>
    <message>
        <source>Of the matrix products.</source>
        <translation>行列積の精度。</translation>
    </message>
    <message>
        <source>Overlap, fusion and overhead habits.</source>
        <translation>重ね合わせ・融合・オーバーヘッドの習性。</translation>
    </message>
    <message>
        <source>Pipeline schedule; 1f1b is interleaved if virtual_pipeline &gt; 1.</source>
        <translation>パイプラインスケジュール。virtual_pipeline が 1 より大きければ 1f1b はインターリーブ。</translation>
    </message>
    <message>
        <source>Pipeline stages.</source>
        <translation>パイプラインのステージ数。</translation>
    </message>
    <message>
        <source>Rank of the adapters, with kind lora.</source>
        <translation>アダプターの rank（kind が lora のとき）。</translation>
    </message>
    <message>
        <source>Ranks among which ZeRO shards, copies being kept between groups (HSDP).</source>
        <translation>ZeRO が分割するランク数。グループ間では写しを持つ (HSDP)。</translation>
    </message>
    <message>
        <source>Sequence parallelism beside tensor parallelism.</source>
        <translation>テンソル並列に伴う系列並列。</translation>
    </message>
    <message>
        <source>Sequences of a step.</source>
        <translation>一ステップの系列数。</translation>
    </message>
    <message>
        <source>Sequences of one micro-batch.</source>
        <translation>一マイクロバッチの系列数。</translation>
    </message>
    <message>
        <source>Tensor parallelism inside an expert.</source>
        <translation>エキスパート内のテンソル並列。</translation>
    </message>
    <message>
        <source>Tensor parallelism.</source>
        <translation>テンソル並列。</translation>
    </message>
    <message>
        <source>Tensor-parallel collectives beside the products around them.</source>
        <translation>テンソル並列の集団通信を前後の行列積と重ねる。</translation>
    </message>
    <message>
        <source>The host launches the kernels of a layer, but for those of routed experts, as one graph each way.</source>
        <translation>ホストが、振り分けられるエキスパートを除く層のカーネルを、方向ごとに一つのグラフとして起動する。</translation>
    </message>
    <message>
        <source>Pieces that a micro-batch&apos;s logits and loss are made in (chunked or fused linear cross-entropy): less memory, the same products.</source>
        <translation>マイクロバッチのロジットと損失を分けて計算する個数（チャンク化した、または融合した線形交差エントロピー）。行列積は同じで、メモリは減ります。</translation>
    </message>
    <message>
        <source>Their gathering beside the forward pass.</source>
        <translation>順伝播と重ねた収集。</translation>
    </message>
    <message>
        <source>Their reduction beside the backward pass.</source>
        <translation>逆伝播と重ねた集約。</translation>
    </message>
    <message>
        <source>Tokens of a sequence.</source>
        <translation>一系列のトークン数。</translation>
    </message>
    <message>
        <source>Tokens of the documents packed into a sequence, where attention stays inside each; a sample&apos;s, in fine-tuning.</source>
        <translation>系列に詰めた文書のトークン数。アテンションは各文書の中に留まる。ファインチューニングではサンプルの長さ。</translation>
    </message>
    <message>
        <source>Tokens of this phase.</source>
        <translation>この段階のトークン数。</translation>
    </message>
    <message>
        <source>Tokens to train on; not beside phases.</source>
        <translation>学習トークン数。`phases` とは併用不可。</translation>
    </message>
    <message>
        <source>What is stored of every parameter.</source>
        <translation>パラメーターごとに保持するもの。</translation>
    </message>
    <message>
        <source>What is trained on, and how.</source>
        <translation>何をどう学習するか。</translation>
    </message>
    <message>
        <source>What is trained: every parameter, or low-rank adapters beside frozen weights.</source>
        <translation>学習対象: 全パラメーター、または固定した重みに加える低ランクアダプター。</translation>
    </message>
    <message>
        <source>What lies in the host&apos;s memory while it is not in use.</source>
        <translation>使わない間ホストのメモリーに置くもの。</translation>
    </message>
    <message>
        <source>What the frozen weights are stored in, with kind lora: nf4 is QLoRA&apos;s 4 bits, made 16 product by product.</source>
        <translation>固定した重みの形式（kind が lora のとき）: nf4 は QLoRA の 4 ビットで、行列積ごとに 16 ビットへ戻す。</translation>
    </message>
    <message>
        <source>When the training stack was released; a year&apos;s releases make steps faster.</source>
        <translation>学習ソフトウェアの公開日。一年分の更新でステップは速くなる。</translation>
    </message>
    <message>
        <source>Which products have adapters, with kind lora: queries, keys and values as one; all of attention; or the MLP&apos;s too.</source>
        <translation>kind が lora のときアダプターを付ける積：クエリー・キー・バリューの積をひとつとして、注意の四つすべて、または MLP の積も含めて。</translation>
    </message>
    <message>
        <source>Which communication runs beside compute, as far as the framework is able to.</source>
        <translation>計算と重ねる通信（フレームワークが可能な範囲で）。</translation>
    </message>
    <message>
        <source>Which layers lie on which stage: a text, a list or an object, below.</source>
        <translation>どの層をどのステージに置くか: テキスト・リスト・オブジェクト。</translation>
    </message>
    <message>
        <source>With full: layers of a unit that keeps one input (uniform), or of each model chunk (block).</source>
        <translation>full のとき: 入力一つを残す単位の層数 (uniform)、または各モデルチャンクの層数 (block)。</translation>
    </message>
    <message>
        <source>With full: uniform is every layer, block the first recompute_num_layers of each model chunk.</source>
        <translation>full のとき: uniform は全層、block は各モデルチャンクの最初の recompute_num_layers 層。</translation>
    </message>
    <message>
        <source>With selective: which, with commas between: core_attn, layernorm, mlp, moe_act, shared_experts, mla_up_proj, moe, qkv_proj, out_proj.</source>
        <translation>selective のとき: 対象をコンマ区切りで: core_attn、layernorm、mlp、moe_act、shared_experts、mla_up_proj、moe、qkv_proj、out_proj。</translation>
    </message>
    <message>
        <source>ZeRO stage: 0 none, 1 optimizer, 2 gradients, 3 parameters (FSDP).</source>
        <translation>ZeRO の段階: 0 なし、1 オプティマイザー、2 勾配、3 パラメーター (FSDP)。</translation>
    </message>
    <message>
        <source>A currency and its rate.</source>
        <translation>通貨とそのレート。</translation>
    </message>
    <message>
        <source>A job may go first if the first in the queue starts no later for it (EASY).</source>
        <translation>待ち行列の先頭の開始を遅らせないなら、ジョブは追い越してよい (EASY)。</translation>
    </message>
    <message>
        <source>A price of one&apos;s own.</source>
        <translation>独自の価格。</translation>
    </message>
    <message>
        <source>Capacity.</source>
        <translation>容量。</translation>
    </message>
    <message>
        <source>Chance that it slips.</source>
        <translation>遅れる確率。</translation>
    </message>
    <message>
        <source>Demand.</source>
        <translation>需要。</translation>
    </message>
    <message>
        <source>For all its projects.</source>
        <translation>その全プロジェクトに対して。</translation>
    </message>
    <message>
        <source>From its being found until a defective one is replaced.</source>
        <translation>不良の発見から交換まで。</translation>
    </message>
    <message>
        <source>It starts no sooner.</source>
        <translation>これより早くは始まらない。</translation>
    </message>
    <message>
        <source>Its first day.</source>
        <translation>その最初の日。</translation>
    </message>
    <message>
        <source>Its own price.</source>
        <translation>固有の価格。</translation>
    </message>
    <message>
        <source>Jobs that come at random.</source>
        <translation>無作為に来るジョブ。</translation>
    </message>
    <message>
        <source>Jobs that come, at random (a Poisson stream).</source>
        <translation>無作為に来るジョブ（ポアソン過程）。</translation>
    </message>
    <message>
        <source>Keeps its nodes from its first phase&apos;s start to its last one&apos;s end.</source>
        <translation>最初の段階の開始から最後の段階の終了までノードを確保し続ける。</translation>
    </message>
    <message>
        <source>Many projects of several organisations on shared capacity. docs/programme_format.md says more, and which rules hold between fields.</source>
        <translation>共有の容量の上の、複数の組織の多数のプロジェクト。詳細と欄の間の規則は docs/programme_format.md。</translation>
    </message>
    <message>
        <source>Mean of the exponential time that it slips by.</source>
        <translation>遅れの長さ（指数分布）の平均。</translation>
    </message>
    <message>
        <source>More goes first.</source>
        <translation>大きいほど先。</translation>
    </message>
    <message>
        <source>Nodes of one machine in one region, bought in one way.</source>
        <translation>一つのリージョンで一つの方式で購入した、一種類の計算機のノード。</translation>
    </message>
    <message>
        <source>Nodes that come.</source>
        <translation>届くノード。</translation>
    </message>
    <message>
        <source>Nodes that go.</source>
        <translation>去るノード。</translation>
    </message>
    <message>
        <source>Nodes that it gets.</source>
        <translation>届くノード。</translation>
    </message>
    <message>
        <source>Nodes that it gives back.</source>
        <translation>返却するノード。</translation>
    </message>
    <message>
        <source>Nodes that nobody has for some days.</source>
        <translation>数日間誰も使えないノード。</translation>
    </message>
    <message>
        <source>Nodes that nobody has.</source>
        <translation>誰も使えないノード。</translation>
    </message>
    <message>
        <source>Nodes under one leaf of the network.</source>
        <translation>ネットワークの一つのリーフの下のノード数。</translation>
    </message>
    <message>
        <source>Numbers of nodes that it may run on.</source>
        <translation>実行に使えるノード数。</translation>
    </message>
    <message>
        <source>Of a day late, and of not being placed.</source>
        <translation>一日の遅れと、配置されないことの重み。</translation>
    </message>
    <message>
        <source>Of a job; each as likely, so that what stands twice is twice as likely.</source>
        <translation>ジョブのノード数。どれも等確率なので、二度書けば確率は二倍。</translation>
    </message>
    <message>
        <source>Of an exponential law.</source>
        <translation>指数分布に従う。</translation>
    </message>
    <message>
        <source>Of experiments: jobs that come for its duration.</source>
        <translation>`experiments` の段階: その期間に来るジョブ。</translation>
    </message>
    <message>
        <source>Of it for one dollar.</source>
        <translation>一ドルあたりの額。</translation>
    </message>
    <message>
        <source>Of its nodes, kept for whoever loses one; shared by all projects on it.</source>
        <translation>プールのノードのうち、失った者のための予備。全プロジェクトで共有。</translation>
    </message>
    <message>
        <source>Of placements: phases start at the begin of one.</source>
        <translation>配置の単位: 段階はその始まりに開始する。</translation>
    </message>
    <message>
        <source>Of the nodes delivered, each by its own luck.</source>
        <translation>納入ノードそれぞれが独立に不良である確率。</translation>
    </message>
    <message>
        <source>Of the nodes, for fair_share.</source>
        <translation>ノードの配分（fair_share 用）。</translation>
    </message>
    <message>
        <source>Once among organisations.</source>
        <translation>組織の間で一意。</translation>
    </message>
    <message>
        <source>Once among pools.</source>
        <translation>プールの間で一意。</translation>
    </message>
    <message>
        <source>Once in a project.</source>
        <translation>プロジェクトの中で一意。</translation>
    </message>
    <message>
        <source>Once in the programme.</source>
        <translation>プログラムの中で一意。</translation>
    </message>
    <message>
        <source>One model on its way.</source>
        <translation>進行中の一つのモデル。</translation>
    </message>
    <message>
        <source>One stretch of a project.</source>
        <translation>プロジェクトの一区間。</translation>
    </message>
    <message>
        <source>Projects that have to end before.</source>
        <translation>先に終わるべきプロジェクト。</translation>
    </message>
    <message>
        <source>That it may run on.</source>
        <translation>実行に使えるプール。</translation>
    </message>
    <message>
        <source>The day after its last.</source>
        <translation>最後の日の翌日。</translation>
    </message>
    <message>
        <source>The day by whose end it is to be ready.</source>
        <translation>この日の終わりまでに完了する。</translation>
    </message>
    <message>
        <source>The day of the rate.</source>
        <translation>レートの日付。</translation>
    </message>
    <message>
        <source>The first day with them again.</source>
        <translation>再び使える最初の日。</translation>
    </message>
    <message>
        <source>The first day without them.</source>
        <translation>使えない最初の日。</translation>
    </message>
    <message>
        <source>The machine.</source>
        <translation>計算機。</translation>
    </message>
    <message>
        <source>The run, of training and post_training.</source>
        <translation>`training` と `post_training` の学習実行。</translation>
    </message>
    <message>
        <source>They are gone from the begin of this day.</source>
        <translation>この日の始まりからなくなる。</translation>
    </message>
    <message>
        <source>They are there from the begin of this day.</source>
        <translation>この日の始まりから使える。</translation>
    </message>
    <message>
        <source>Three capitals (ISO 4217).</source>
        <translation>大文字三字 (ISO 4217)。</translation>
    </message>
    <message>
        <source>Time that it takes whatever the number of nodes; instead.</source>
        <translation>ノード数によらない所要時間。ほかの指定の代わり。</translation>
    </message>
    <message>
        <source>Times, each as likely; instead.</source>
        <translation>等確率の時間の一覧。ほかの指定の代わり。</translation>
    </message>
    <message>
        <source>Until all are checked.</source>
        <translation>すべての検査が終わるまで。</translation>
    </message>
    <message>
        <source>What calendars call it.</source>
        <translation>カレンダーでの名前。</translation>
    </message>
    <message>
        <source>What is done.</source>
        <translation>行うこと。</translation>
    </message>
    <message>
        <source>What is found wrong at delivery.</source>
        <translation>納入時に見つかる不良。</translation>
    </message>
    <message>
        <source>What is found wrong with nodes when they are delivered.</source>
        <translation>納入時にノードに見つかる不良。</translation>
    </message>
    <message>
        <source>What is trained; its nodes, machine, dates and price give way to the programme&apos;s.</source>
        <translation>学習対象。ノード数・計算機・日付・価格はプログラムのものが優先。</translation>
    </message>
    <message>
        <source>What it is charged at, throughout.</source>
        <translation>全期間を通じて課金される額。</translation>
    </message>
    <message>
        <source>What money is reported in, and may be written in beside dollars.</source>
        <translation>報告に使う通貨。ドルのほかに金額の記入にも使える。</translation>
    </message>
    <message>
        <source>What paths and calendars call it.</source>
        <translation>パスとカレンダーでの名前。</translation>
    </message>
    <message>
        <source>What starts and mends jobs.</source>
        <translation>ジョブを起動し復旧するもの。</translation>
    </message>
    <message>
        <source>Where the price is from.</source>
        <translation>価格の出どころ。</translation>
    </message>
    <message>
        <source>Who goes first takes nodes from who goes behind, at the cost of a checkpoint and a restart.</source>
        <translation>優先するジョブが後のジョブからノードを奪う。代償はチェックポイントと再開。</translation>
    </message>
    <message>
        <source>Who goes first, and how.</source>
        <translation>誰がどのように優先されるか。</translation>
    </message>
    <message>
        <source>Who goes first: by a placement made beforehand, or by a queue.</source>
        <translation>優先順位: 事前の配置によるか、待ち行列によるか。</translation>
    </message>
    <message>
        <source>Who published the rate.</source>
        <translation>レートの公表元。</translation>
    </message>
    <message>
        <source>Who shares the capacity.</source>
        <translation>容量を共有する者。</translation>
    </message>
    <message>
        <source>Work of as many nodes times hours, at any of its numbers of nodes; instead.</source>
        <translation>ノード時間で表した作業量（どのノード数でも同じ）。ほかの指定の代わり。</translation>
    </message>
    <message>
        <source>A capacity block ends, and the next one begins later.</source>
        <translation>Capacity Block が終わり、次は後から始まる。</translation>
    </message>
    <message>
        <source>A checkpoint that stalls no longer is still written.</source>
        <translation>停止を起こさなくなったチェックポイントも書き続けられる。</translation>
    </message>
    <message>
        <source>A node that slows the whole job down.</source>
        <translation>ジョブ全体を遅くするノード。</translation>
    </message>
    <message>
        <source>Between two.</source>
        <translation>二つの間隔。</translation>
    </message>
    <message>
        <source>Chance, at each of its failures, to be taken out for good.</source>
        <translation>故障のたびに永久に外される確率。</translation>
    </message>
    <message>
        <source>Failures that become rarer or more frequent with a node&apos;s age, on top of the rate.</source>
        <translation>ノードの使用期間とともに増減する故障。率に加わる。</translation>
    </message>
    <message>
        <source>From one&apos;s begin to the next one&apos;s.</source>
        <translation>一つの始まりから次の始まりまで。</translation>
    </message>
    <message>
        <source>It gets well by itself, or is taken out.</source>
        <translation>自然に回復するか、外される。</translation>
    </message>
    <message>
        <source>Lost together; not more than there are.</source>
        <translation>同時に失われる数。全数以下。</translation>
    </message>
    <message>
        <source>Mean time to such a failure.</source>
        <translation>そのような故障までの平均時間。</translation>
    </message>
    <message>
        <source>Mean training time until it is found.</source>
        <translation>見つかるまでの平均学習時間。</translation>
    </message>
    <message>
        <source>Mean, until there is capacity again.</source>
        <translation>再び容量が得られるまでの平均。</translation>
    </message>
    <message>
        <source>Mean.</source>
        <translation>平均。</translation>
    </message>
    <message>
        <source>Nodes behind one switch are lost together, on top of the rate.</source>
        <translation>一つのスイッチの下のノードが同時に失われる。率に加わる。</translation>
    </message>
    <message>
        <source>Nodes that become slow.</source>
        <translation>遅くなるノード。</translation>
    </message>
    <message>
        <source>Of one group.</source>
        <translation>一つのグループのもの。</translation>
    </message>
    <message>
        <source>Of the Weibull law; below 1, ever rarer.</source>
        <translation>ワイブル分布の形状。1 未満なら次第にまれになる。</translation>
    </message>
    <message>
        <source>Of the nodes, above 0 and below 1.</source>
        <translation>ノードに対する割合。0 より大きく 1 未満。</translation>
    </message>
    <message>
        <source>Of the whole job while one is slow.</source>
        <translation>一ノードが遅い間のジョブ全体の速さ。</translation>
    </message>
    <message>
        <source>Of wrong numbers.</source>
        <translation>誤った数値のもの。</translation>
    </message>
    <message>
        <source>One block.</source>
        <translation>一つのブロック。</translation>
    </message>
    <message>
        <source>Planned, known ahead.</source>
        <translation>計画的で、事前に分かっている。</translation>
    </message>
    <message>
        <source>Power or cooling fails, and all nodes stand still until it is back.</source>
        <translation>電源か冷却が止まり、復旧まで全ノードが停止する。</translation>
    </message>
    <message>
        <source>Shorter than every.</source>
        <translation>`every` より短い。</translation>
    </message>
    <message>
        <source>Some nodes fail far more often; the mean rate stays.</source>
        <translation>一部のノードがはるかに多く故障する。平均の率は同じ。</translation>
    </message>
    <message>
        <source>Spot capacity is taken back.</source>
        <translation>スポット容量が回収される。</translation>
    </message>
    <message>
        <source>Their failure rate over an ordinary node&apos;s.</source>
        <translation>通常のノードに対する故障率の比。</translation>
    </message>
    <message>
        <source>Times between the job&apos;s failures are Weibull with the mean of the rate, and start anew with every failure.</source>
        <translation>ジョブの故障間隔は率の平均をもつワイブル分布で、故障のたびに最初からになる。</translation>
    </message>
    <message>
        <source>Training time of the whole job.</source>
        <translation>ジョブ全体の学習時間。</translation>
    </message>
    <message>
        <source>Until it is back.</source>
        <translation>復旧するまで。</translation>
    </message>
    <message>
        <source>Until the nodes are back.</source>
        <translation>ノードが戻るまで。</translation>
    </message>
    <message>
        <source>Wrong numbers, found late, on top of the rate.</source>
        <translation>後から見つかる誤った数値。率に加わる。</translation>
    </message>
    <message>
        <source>No parallel plan divides the model, %1 nodes and a batch of %2 sequences.</source>
        <translation>モデル、%1 ノード、%2 系列のバッチを割り切る並列計画がありません。</translation>
    </message>
    <message>
        <source>None of %1 parallel plans fits in memory with a chance of %2.</source>
        <translation>%1 の並列計画のどれも、%2 の確率でメモリーに収まりません。</translation>
    </message>
    <message>
        <source>No number of nodes up to %1 both divides the plan, the model and the batch and can fit in memory.</source>
        <translation>%1 以下のノード数に、計画・モデル・バッチを割り切り、かつメモリーに収まりうるものがありません。</translation>
    </message>
    <message>
        <source>No number of nodes up to %1 fits in memory with a chance of %2; the likeliest, %3 nodes, fits with %4: with training.fit_confidence below that it is taken.</source>
        <translation>%1 以下のノード数に、%2 の確率でメモリーに収まるものがありません。最も見込みがある %3 ノードで %4 です。training.fit_confidence をそれより下げると採用されます。</translation>
    </message>
    <message>
        <source>No number of nodes up to %1 keeps the deadline %2 with a chance of %3; the likeliest to, %4 nodes, ends on %5 (P50) and keeps it with %6.</source>
        <translation>%1 以下のノード数に、期限 %2 を %3 の確率で守るものがありません。最も見込みがある %4 ノードは %5 に完了し (P50)、守る確率は %6 です。</translation>
    </message>
    <message>
        <source>The deadline %1 is missed: kept with a chance of %2, %3 asked; ready on %4 (P50), 9 in 10 by %5.</source>
        <translation>期限 %1 は守れません: 守る確率 %2、要求 %3。%4 に完了 (P50)、10 回に 9 回は %5 まで。</translation>
    </message>
    <message>
        <source>Out of memory: %1 per accelerator of %2, a chance of %3 that it fits; largest part: %4.</source>
        <translation>メモリー不足: アクセラレーターあたり %2 に対し %1、収まる確率は %3 です。最大の部分: %4。</translation>
    </message>
    <message>
        <source>The run never ends: there is no spare node, and a failed one neither comes back nor is replaced; give spare_nodes, or the recovery a replacement or repair time.</source>
        <translation>実行は終わりません: 予備ノードがなく、故障ノードは復帰も交換もされません。spare_nodes を指定するか、recovery に交換時間か修理時間を指定してください。</translation>
    </message>
    <message>
        <source>The run never ends: %1 between failures against %2 to come back, %3 from one checkpoint to the next, %4 a checkpoint and %5 a step.</source>
        <translation>実行は終わりません: 故障間隔 %1 に対し、復旧 %2、チェックポイント間隔 %3、チェックポイント %4、ステップ %5 です。</translation>
    </message>
    <message>
        <source>The run never ends: failed nodes neither come back nor are replaced, and %1 spare nodes are enough in %2 of runs; give more spare_nodes, or the recovery a replacement or repair time.</source>
        <translation>実行は終わりません: 故障ノードは復帰も交換もされず、予備 %1 ノードで足りるのは実行の %2 です。spare_nodes を増やすか、recovery に交換時間か修理時間を指定してください。</translation>
    </message>
    <message>
        <source>The run never ends: %1.</source>
        <translation>実行は終わりません: %1。</translation>
    </message>
    <message>
        <source>The steps alone take %1: no run of more than %2 is simulated; fmplan plan answers in closed form. Use more nodes, or fewer tokens.</source>
        <translation>ステップだけで %1 かかります: %2 を超える実行はシミュレーションしません。fmplan plan は解析解で答えます。ノードを増やすか、トークンを減らしてください。</translation>
    </message>
    <message>
        <source>The accelerator&apos;s power is not published: energy and carbon are unknown.</source>
        <translation>アクセラレーターの電力は公表されていません: エネルギーと炭素は不明です。</translation>
    </message>
    <message>
        <source>The closed form leaves out %1; fmplan run simulates them.</source>
        <translation>解析解は %1 を含みません。fmplan run はシミュレーションします。</translation>
    </message>
    <message>
        <source>The closed form sees no end of the run and gives no days; fmplan run simulates what may get through. %1</source>
        <translation>解析解では実行の終わりが見えず、日数が出ません。完了する場合は fmplan run のシミュレーションで分かります。%1</translation>
    </message>
    <message>
        <source>In %1 of runs the %2 spare nodes run out: failed nodes neither come back nor are replaced.</source>
        <translation>実行の %1 で予備 %2 ノードが尽きます: 故障ノードは復帰も交換もされません。</translation>
    </message>
    <message>
        <source>%1 is not known to run on %2 (%3): its habits were counted on other machines.</source>
        <translation>%1 が %2 (%3) で動くことは確認されていません: その習性は別の計算機で数えたものです。</translation>
    </message>
    <message>
        <source>%1 tokens are more than %2&apos;s native context of %3.</source>
        <translation>%1 トークンは %2 の本来のコンテキスト長 %3 を超えています。</translation>
    </message>
    <message>
        <source>%1 has no units for the recipe mxfp8, whose blocks of 32 Blackwell and MI350 were the first to scale: Transformer Engine refuses it there. Use blockwise, current or delayed.</source>
        <translation>%1 には mxfp8 用の演算器がありません。32 個ごとのブロックのスケールは Blackwell と MI350 が最初で、それ以前では Transformer Engine が拒みます。blockwise、current、delayed のいずれかを使ってください。</translation>
    </message>
    <message>
        <source>nvfp4 is a format of NVIDIA&apos;s: whether %1 (%2) runs it is not known, and time and memory are told as if it did.</source>
        <translation>nvfp4 は NVIDIA の形式です。%1（%2）で動くかは分かっておらず、時間とメモリは動くものとして示しています。</translation>
    </message>
    <message>
        <source>Frozen weights in nf4 are bitsandbytes&apos;, which is not known to run on %1 (%2): time and memory are told as if it did.</source>
        <translation>固定された重みの nf4 は bitsandbytes の形式で、%1（%2）で動くかは分かっていません。時間とメモリは動くものとして示しています。</translation>
    </message>
    <message>
        <source>%1 of the %2 nodes stand idle and are paid for: no more than %3 train faster. Hold fewer, or raise training.global_batch_size, which more can share.</source>
        <translation>%2 ノードのうち %1 は使われないまま支払われます: %3 ノードより多くしても学習は速くなりません。確保するノードを減らすか、より多くで分担できる training.global_batch_size に上げてください。</translation>
    </message>
    <message>
        <source>A batch of %1 tokens is %2 of the critical one of %3 training tokens, some %4 (Zhang et al. 2024, coefficient not confirmed): from scratch, the loss that this batch buys is that of %5 of the tokens at the critical one.</source>
        <translation>バッチ %1 トークンは、学習 %3 トークンでの臨界バッチ約 %4 の %2 です (Zhang 他 2024、係数は未確認): 一から学習する場合、このバッチで得られる損失は、臨界バッチで %5 のトークンを学習したときのものです。</translation>
    </message>
    <message>
        <source>tensor_parallel %1 leaves the scale-up domain of %2 accelerators: its traffic crosses the network.</source>
        <translation>tensor_parallel %1 は %2 基のスケールアップ領域を超えます: その通信はネットワークを通ります。</translation>
    </message>
    <message>
        <source>A mixture over several machines, whose routed tokens go out once for each expert or with nothing beside it. DeepSeek-V3 took two fifths of the hours that the best of such plans are predicted, with a dispatcher of &quot;deduplicating&quot; and the schedule &quot;dualpipe&quot;; under others overlap.expert hides it.</source>
        <translation>複数の計算機にまたがる混合エキスパートで、ルーティングされるトークンがエキスパートごとに、または計算と重ならずに送られます。DeepSeek-V3 は dispatcher &quot;deduplicating&quot; とスケジュール &quot;dualpipe&quot; により、このような計画の最良の予測の五分の二の時間で済みました。ほかのスケジュールでは overlap.expert で隠せます。</translation>
    </message>
    <message>
        <source>Experts on several machines over %1: each pass through a mixture&apos;s layer waits %2 beside sending, as public steps of Megatron-Bridge over EFA do, of one team. DeepEP, on UCCL or NVSHMEM, was slower there than NCCL&apos;s all-to-all in 31 of 45 pairs, on P5 in all 11: measure before you rely on it.</source>
        <translation>%1 上で複数の計算機にまたがるエキスパート: 混合層を通るパスは、送信のほかに毎回 %2 待ちます。EFA 上での Megatron-Bridge の公開されたステップ (一つのチーム) がそうです。UCCL や NVSHMEM 上の DeepEP は、そこでは 31 組 (全部で 45 組)、P5 では 11 組すべてで、NCCL の all-to-all より遅くなりました。頼る前に測定してください。</translation>
    </message>
    <message>
        <source>%1 micro-batches cannot fill %2 pipeline stages.</source>
        <translation>マイクロバッチ %1 個では %2 段のパイプラインを満たせません。</translation>
    </message>
    <message>
        <source>%1 micro-batches are no multiple of %2, which the schedule takes: a framework may refuse them, and the step is timed as if they were, up to as long as %3 take.</source>
        <translation>マイクロバッチ %1 個は、スケジュールが求める %2 の倍数ではありません。フレームワークが受け付けないことがあり、ステップの時間は倍数であるものとして計算されています。実際には %3 個の時間までかかり得ます。</translation>
    </message>
    <message>
        <source>ZeRO %1 beside a pipeline leaves layers as they are between micro-batches: a rank holds the gradients of all its layers, and with ZeRO 3 their weights, which no shard makes smaller.</source>
        <translation>パイプラインと併用した ZeRO %1 は、マイクロバッチの間も層をそのまま保持します。各ランクは全ての層の勾配を、ZeRO 3 では重みも丸ごと持ち、分割しても小さくなりません。</translation>
    </message>
    <message>
        <source>A capacity factor of %1 drops %2 of the routed tokens or more, which model FLOP and MFU count as if they were worked on.</source>
        <translation>容量係数 %1 では、振り分けられたトークンの %2 以上が捨てられます。モデルの FLOP と MFU はそれも処理したものとして数えています。</translation>
    </message>
    <message>
        <source>Goodput of %1: most of the time goes to something other than training.</source>
        <translation>グッドプットは %1: 時間の大半が学習以外に費やされます。</translation>
    </message>
    <message>
        <source>No %1 price of %2 in %3 is known: the cost is unknown.</source>
        <translation>%3 の %2 の %1 価格は知られていません: 費用は不明です。</translation>
    </message>
    <message>
        <source>The price of %1 is unknown: the cost is at least what is known of it.</source>
        <translation>%1 の価格は不明です: 費用は、分かっている分が下限です。</translation>
    </message>
    <message>
        <source>A checkpoint every %1 is none: the steps take %2, and each failure loses all that was done.</source>
        <translation>%1 ごとのチェックポイントは一度も書かれません。全ステップは %2 で終わり、故障のたびにそれまでの全てが失われます。</translation>
    </message>
    <message>
        <source>%1 are staged, and paid for, of which all tokens read %2.</source>
        <translation>%1 を移して支払いますが、全トークンが読むのは %2 です。</translation>
    </message>
    <message>
        <source>Measured rows of your own that are not used: %1; the first, %2 (fmplan validate steps tells of all).</source>
        <translation>使われなかった自分の測定行: %1。最初のもの、%2（全ては fmplan validate steps で分かります）。</translation>
    </message>
    <message>
        <source>%1 of your own measured rows state the very same step and scatter by %2: something differs that they do not say, and they count for less.</source>
        <translation>自分の測定行のうち %1 行は同じステップを述べながら %2 ばらついています。書かれていない違いがあるため、重みを下げています。</translation>
    </message>
    <message>
        <source>cluster.nodes, %1, is the number of no phase: each states its own, %2 at most.</source>
        <translation>cluster.nodes の %1 はどのフェーズの数でもありません。各フェーズが自分の数を持ち、最大 %2 です。</translation>
    </message>
    <message>
        <source>%1 is paid for %2, used or not: %3 for %4 nodes. Of it the run&apos;s days alone are counted here, as where other work has the nodes before and after.</source>
        <translation>%1 は使っても使わなくても %2 分を支払います（%4 ノードで %3）。ここではその前後に別の仕事がノードを使うものとして、この実行の日数だけを数えています。</translation>
    </message>
    <message>
        <source>The %1 price of %2 was last seen on %3, long before %4: look it up, and give price.per_node_hour.</source>
        <translation>%2 の %1 価格は %4 よりかなり前の %3 に見られたのが最後です: 調べて price.per_node_hour を指定してください。</translation>
    </message>
    <message>
        <source>%1 nodes are more than the %2 that Capacity Blocks (%3 each) sell for one day: ask AWS, or use fewer.</source>
        <translation>%1 ノードは、Capacity Blocks（一ブロック %3）が同じ日に販売する上限 %2 を超えます: AWS に相談するか、減らしてください。</translation>
    </message>
    <message>
        <source>The run, %1 in nine of ten cases, is longer than a Capacity Block, %2 days at most: give run.hazards.capacity_block.lasts and .gap, from one block to the next.</source>
        <translation>実行は十回に九回まで %1 で、Capacity Block の上限 %2 日より長くなります: run.hazards.capacity_block.lasts と、次のブロックまでの .gap を指定してください。</translation>
    </message>
    <message>
        <source>Unreachable throughput: checkpoints every %1 need %2 of %3, which takes %4 (held by its %5); %6, at least %7 apart.</source>
        <translation>到達できない書き込み速度: %1 ごとのチェックポイントには %3 に %2 が必要ですが、受けられるのは %4 です（律速は %5）。%6、間隔は %7 以上にしてください。</translation>
    </message>
    <message>
        <source>Unreachable throughput: checkpoints every %1 need more than there is of %2, which takes %3 (held by its %4); %5, at least %6 apart.</source>
        <translation>到達できない書き込み速度: %1 ごとのチェックポイントには %2 の全能力でも足りず、受けられるのは %3 です（律速は %4）。%5、間隔は %6 以上にしてください。</translation>
    </message>
    <message>
        <source>A checkpoint to %1 takes %2, longer than the %3 between failures: most are never finished. It is held by its %4.</source>
        <translation>%1 へのチェックポイントは %2 かかり、故障間隔 %3 より長くなります: 大半は完了しません。律速は %4 です。</translation>
    </message>
    <message>
        <source>Checkpoints are of the state between two steps: one every %1 is one every step, %2.</source>
        <translation>チェックポイントはステップの間の状態です。%1 ごとという指定は、毎ステップ（%2）になります。</translation>
    </message>
    <message>
        <source>%1 lie on %2, which holds %3: keep or stage less, or provide more.</source>
        <translation>%2 に %1 が置かれますが、容量は %3 です: 残す量か事前転送量を減らすか、容量を増やしてください。</translation>
    </message>
    <message>
        <source>Steps wait for data %1 of the time: they need %2, %3 gives %4 (held by its %5).</source>
        <translation>ステップは時間の %1 データを待ちます: 必要 %2 に対し %3 は %4 です（律速は %5）。</translation>
    </message>
    <message>
        <source>A just-in-time checkpoint needs a second copy of all state, but ZeRO shards it over all replicas: set zero_stage to 0, or give parallel a shard_group.</source>
        <translation>just-in-time チェックポイントには全状態の複製が必要ですが、ZeRO が全レプリカに分割しています: zero_stage を 0 にするか、parallel に shard_group を指定してください。</translation>
    </message>
    <message>
        <source>To go on without one replica needs a second copy of all state, but ZeRO shards it over all replicas: set zero_stage to 0, or give parallel a shard_group.</source>
        <translation>レプリカ一つを欠いて続けるには全状態の複製が必要ですが、ZeRO が全レプリカに分割しています: zero_stage を 0 にするか、parallel に shard_group を指定してください。</translation>
    </message>
    <message>
        <source>Too few trials for an interval, %1 that finish: what stands for P10 and P90 is the shortest and the longest of them; ask for --trials 1000.</source>
        <translation>区間を出すには試行が足りません（完了 %1）: P10 と P90 の欄は最短と最長です。--trials 1000 を指定してください。</translation>
    </message>
    <message>
        <source>%1 of %2 trials do not finish: %3. The figures are of those that do.</source>
        <translation>%2 試行のうち %1 が完了しません: %3。数値は完了したもののものです。</translation>
    </message>
    <message>
        <source>%1 of the runs end with wrong numbers that nobody has found.</source>
        <translation>実行の %1 は、誰も見つけていない誤った数値を含んで終わります。</translation>
    </message>
    <message>
        <source>No number of spare nodes up to %1 lets every trial finish.</source>
        <translation>%1 以下の予備ノード数に、全試行が完了するものがありません。</translation>
    </message>
    <message>
        <source>%1 spare nodes run out, and failed ones neither come back nor are replaced</source>
        <translation>予備 %1 ノードが尽き、故障ノードは復帰も交換もされない</translation>
    </message>
    <message>
        <source>one was given up after %1 with %2 interruptions, %3 of them of kind &quot;%4&quot;, and %5 of its work done; it takes %6 to come back and %7 from one checkpoint to the next</source>
        <translation>ある試行は %1 後、中断 %2 回（うち種類 &quot;%4&quot; が %3 回）、作業の %5 が済んだところで打ち切り。復旧に %6、チェックポイント間隔は %7</translation>
    </message>
    <message>
        <source>write less often</source>
        <translation>書き込みの回数を減らす</translation>
    </message>
    <message>
        <source>provision at least %1 of it, take a faster class, or write less often</source>
        <translation>%1 以上を確保するか、速いクラスを使うか、書き込みの回数を減らす</translation>
    </message>
    <message>
        <source>spread it over %1 prefixes, or write less often</source>
        <translation>%1 個のプレフィックスに分散するか、書き込みの回数を減らす</translation>
    </message>
    <message>
        <source>take a faster storage, or write less often</source>
        <translation>速いストレージを使うか、書き込みの回数を減らす</translation>
    </message>
    <message>
        <source>any region</source>
        <translation>任意のリージョン</translation>
    </message>
    <message>
        <source>%1, cannot be bought: %2</source>
        <translation>%1、購入不可: %2</translation>
    </message>
    <message>
        <source>%1, last seen on %2</source>
        <translation>%1、最後の観測は %2</translation>
    </message>
    <message>
        <source>%1 per node</source>
        <translation>ノードあたり %1</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>価格は不明</translation>
    </message>
    <message>
        <source>longer than %1 days</source>
        <translation>%1 日より長い</translation>
    </message>
    <message>
        <source>%1 nodes with spares, of %2 at most</source>
        <translation>予備を含め %1 ノード、上限 %2</translation>
    </message>
    <message>
        <source>copies to accelerators</source>
        <translation>アクセラレーターへのコピー</translation>
    </message>
    <message>
        <source>network between nodes</source>
        <translation>ノード間ネットワーク</translation>
    </message>
    <message>
        <source>%1 of data</source>
        <translation>データ %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is empty; write a text of at least one letter</source>
        <translation>&quot;%1&quot; は空です。一文字以上で書いてください</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>がありません</translation>
    </message>
    <message>
        <source>is missing; write %1</source>
        <translation>がありません。%1 を書いてください</translation>
    </message>
    <message>
        <source>not positive</source>
        <translation>正でない</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>大きすぎる</translation>
    </message>
    <message>
        <source>too small</source>
        <translation>小さすぎる</translation>
    </message>
    <message>
        <source>unknown key %1</source>
        <translation>不明なキー %1</translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation>不明なキー</translation>
    </message>
    <message>
        <source>unknown key; did you mean &quot;%1&quot;?</source>
        <translation>不明なキーです。&quot;%1&quot; ではありませんか</translation>
    </message>
    <message>
        <source>unknown key %1; did you mean &quot;%2&quot;?</source>
        <translation>不明なキー %1。&quot;%2&quot; ではありませんか</translation>
    </message>
    <message>
        <source>unknown key; known are %1</source>
        <translation>不明なキーです。使えるもの:「%1」</translation>
    </message>
    <message>
        <source>unknown key %1; known are %2</source>
        <translation>不明なキー %1。使えるもの:「%2」</translation>
    </message>
    <message>
        <source>unknown key; leave it out</source>
        <translation>不明なキーです。削除してください</translation>
    </message>
    <message>
        <source>unknown key %1; leave it out</source>
        <translation>不明なキー %1。削除してください</translation>
    </message>
    <message>
        <source>%1 at %2 is not a text</source>
        <translation>%2 の %1 はテキストではありません</translation>
    </message>
    <message>
        <source>%1 has no unit; write for instance %2 (units: %3)</source>
        <translation>%1 に単位がありません。例: %2（単位:「%3」）</translation>
    </message>
    <message>
        <source>%1 is neither true nor false; write one of the two without quotes</source>
        <translation>%1 は true でも false でもありません。どちらかを引用符なしで書いてください</translation>
    </message>
    <message>
        <source>%1 is none of %2</source>
        <translation>%1 は「%2」のどれでもありません</translation>
    </message>
    <message>
        <source>%1 is none of %2; did you mean %3?</source>
        <translation>%1 は「%2」のどれでもありません。%3 ではありませんか</translation>
    </message>
    <message>
        <source>%1 is not a day; write &quot;YYYY-MM-DD&quot;, for instance &quot;2025-03-01&quot;</source>
        <translation>%1 は日付ではありません。&quot;YYYY-MM-DD&quot; の形で書いてください。例: &quot;2025-03-01&quot;</translation>
    </message>
    <message>
        <source>%1 is not a list; write [ … ]</source>
        <translation>%1 はリストではありません。[ … ] と書いてください</translation>
    </message>
    <message>
        <source>%1 is not a number from %2 to %3; write for instance %4</source>
        <translation>%1 は %2 から %3 の数ではありません。例: %4</translation>
    </message>
    <message>
        <source>%1 is not a number with one of the units %2; write for instance %3</source>
        <translation>%1 は単位 %2 のどれかがついた数ではありません。例: %3</translation>
    </message>
    <message>
        <source>%1 is not a share between 0 and 1; write 0.12 or &quot;12 %&quot;</source>
        <translation>%1 は 0 から 1 の割合ではありません。0.12 または &quot;12 %&quot; と書いてください</translation>
    </message>
    <message>
        <source>%1 is not a text; write it in double quotes</source>
        <translation>%1 はテキストではありません。二重引用符で囲んでください</translation>
    </message>
    <message>
        <source>%1 is not a whole number from %2 to %3; write %4</source>
        <translation>%1 は %2 から %3 の整数ではありません。%4 と書いてください</translation>
    </message>
    <message>
        <source>%1 is not a whole number from %2 to %3</source>
        <translation>%1 は %2 から %3 の整数ではありません</translation>
    </message>
    <message>
        <source>%1 is not a whole number from %2 to %3; write for instance %4</source>
        <translation>%1 は %2 から %3 の整数ではありません。例: %4</translation>
    </message>
    <message>
        <source>%1 is not a whole number from %2 to %3, or %4</source>
        <translation>%1 は %2 から %3 の整数でも %4 でもありません</translation>
    </message>
    <message>
        <source>%1 is not an object; write {&quot;key&quot;: value, …}</source>
        <translation>%1 はオブジェクトではありません。{&quot;key&quot;: value, …} と書いてください</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3; write for instance &quot;2025-03-01&quot;</source>
        <translation>%1 は %2 と %3 の間にありません。例: &quot;2025-03-01&quot;</translation>
    </message>
    <message>
        <source>%1 is %2; write for instance %3</source>
        <translation>%1 は%2値です。例: %3</translation>
    </message>
    <message>
        <source>%1 lies outside of %2 to %3; write for instance %4</source>
        <translation>%1 は %2 から %3 の範囲の外です。例: %4</translation>
    </message>
    <message>
        <source>a day, for instance &quot;2025-03-01&quot;</source>
        <translation>日付。例: &quot;2025-03-01&quot;</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 から %2 の数</translation>
    </message>
    <message>
        <source>a text in double quotes</source>
        <translation>二重引用符で囲んだテキスト</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 から %2 の整数</translation>
    </message>
    <message>
        <source>for instance %1</source>
        <translation>例: %1</translation>
    </message>
    <message>
        <source>for instance &quot;15T&quot;, &quot;70B&quot; or 8192</source>
        <translation>例: &quot;15T&quot;、&quot;70B&quot;、8192</translation>
    </message>
    <message>
        <source>stands beside phases, each of which has its own; leave one of the two out</source>
        <translation>`phases` と併用できません。各段階が固有の値を持つため、どちらかを削除してください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no figure of the answer; use one of %2</source>
        <translation>&quot;%1&quot; は回答の数値ではありません。使えるもの:「%2」</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no figure of the answer; use one of %2, or a number of the report by its key, as step.mfu</source>
        <translation>&quot;%1&quot; は回答の数値ではありません。使えるもの:「%2」、または step.mfu のような報告書のキー</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no figure of the answer</source>
        <translation>&quot;%1&quot; は回答の数値ではありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot;, at character %2: %3</source>
        <translation>&quot;%1&quot;、%2 文字目: %3</translation>
    </message>
    <message>
        <source>at character %1: %2</source>
        <translation>%1 文字目: %2</translation>
    </message>
    <message>
        <source>expected &quot;)&quot;, &quot;and&quot; or &quot;or&quot; here</source>
        <translation>ここには &quot;)&quot;、&quot;and&quot;、&quot;or&quot; のどれかが必要です</translation>
    </message>
    <message>
        <source>expected &quot;and&quot; or &quot;or&quot; here</source>
        <translation>ここには &quot;and&quot; か &quot;or&quot; が必要です</translation>
    </message>
    <message>
        <source>expected &lt;, &lt;=, &gt;, &gt;=, = or != after &quot;%1&quot;</source>
        <translation>&quot;%1&quot; の後には &lt;、&lt;=、&gt;、&gt;=、=、!= のどれかが必要です</translation>
    </message>
    <message>
        <source>expected a bound here: %1</source>
        <translation>ここには境界値が必要です: %1</translation>
    </message>
    <message>
        <source>expected a figure such as days here</source>
        <translation>ここには days のような数値の名前が必要です</translation>
    </message>
    <message>
        <source>expected a figure such as days</source>
        <translation>days のような数値の名前が必要です</translation>
    </message>
    <message>
        <source>this bracket is never closed</source>
        <translation>この括弧は閉じられていません</translation>
    </message>
    <message>
        <source>this bracket was never opened</source>
        <translation>この括弧は開かれていません</translation>
    </message>
    <message>
        <source>is empty; write for instance &apos;days&lt;=60 and cost&lt;$3M&apos;</source>
        <translation>空です。例: &apos;days&lt;=60 and cost&lt;$3M&apos;</translation>
    </message>
    <message>
        <source>&quot;=%1&quot; is no operator; did you mean &quot;%2=&quot;?</source>
        <translation>&quot;=%1&quot; は演算子ではありません。&quot;%2=&quot; ではありませんか</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no bound of %2; write %3</source>
        <translation>&quot;%1&quot; は %2 の境界値ではありません。%3 のように書いてください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no unit, as a bound of %2; write %3</source>
        <translation>&quot;%1&quot; は %2 の境界値として単位がありません。%3 のように書いてください</translation>
    </message>
    <message>
        <source>%1, or a share of the card such as 90%</source>
        <translation>%1、または 90% のようなカードに対する割合</translation>
    </message>
    <message>
        <source>%1, or a share such as 5%</source>
        <translation>%1、または 5% のような割合</translation>
    </message>
    <message>
        <source>a day such as %1</source>
        <translation>%1 のような日付</translation>
    </message>
    <message>
        <source>a factor such as 1.1 or 110%</source>
        <translation>1.1 や 110% のような倍率</translation>
    </message>
    <message>
        <source>a mass such as 2000 t</source>
        <translation>2000 t のような質量</translation>
    </message>
    <message>
        <source>a number such as 128 or 1.5M</source>
        <translation>128 や 1.5M のような数</translation>
    </message>
    <message>
        <source>a share such as 40% or 0.4</source>
        <translation>40% や 0.4 のような割合</translation>
    </message>
    <message>
        <source>a time such as 9.5 s</source>
        <translation>9.5 s のような時間</translation>
    </message>
    <message>
        <source>an amount of data such as 70 GB</source>
        <translation>70 GB のようなデータ量</translation>
    </message>
    <message>
        <source>an amount of money such as $2.5M</source>
        <translation>$2.5M のような金額</translation>
    </message>
    <message>
        <source>an energy such as 3 GWh</source>
        <translation>3 GWh のようなエネルギー</translation>
    </message>
    <message>
        <source>days such as 60, &quot;60 d&quot; or &quot;1440 h&quot;</source>
        <translation>60、&quot;60 d&quot;、&quot;1440 h&quot; のような日数</translation>
    </message>
    <message>
        <source>hours such as 1.5M</source>
        <translation>1.5M のような時間</translation>
    </message>
    <message>
        <source>write PATH=LIST, for instance cluster.nodes=64..512:64</source>
        <translation>PATH=LIST の形で書いてください。例: cluster.nodes=64..512:64</translation>
    </message>
    <message>
        <source>write 4,8 or 32..128:8 or 64..1024:*2 or 0.1..0.5:#9</source>
        <translation>4,8、32..128:8、64..1024:*2、0.1..0.5:#9 のように書いてください</translation>
    </message>
    <message>
        <source>has no value; write 4,8 or 32..128:8 or 64..1024:*2 or 0.1..0.5:#9</source>
        <translation>値がありません。4,8、32..128:8、64..1024:*2、0.1..0.5:#9 のように書いてください</translation>
    </message>
    <message>
        <source>has no value; %1</source>
        <translation>値がありません。%1</translation>
    </message>
    <message>
        <source>is no range of numbers; %1</source>
        <translation>数の範囲ではありません。%1</translation>
    </message>
    <message>
        <source>is varied twice; give all its values in one list</source>
        <translation>二度指定されています。値を一つの一覧にまとめてください</translation>
    </message>
    <message>
        <source>runs backwards; write %1..%2</source>
        <translation>逆順です。%1..%2 と書いてください</translation>
    </message>
    <message>
        <source>stands still; write its one value</source>
        <translation>範囲が一つの値だけです。その値を書いてください</translation>
    </message>
    <message>
        <source>makes %1 points, more than %2; narrow the longest list, the %3 values of %4</source>
        <translation>%1 点になり、%2 を超えます。最も長い %4 の %3 値を減らしてください</translation>
    </message>
    <message>
        <source>has %1 values, more than %2; widen the step</source>
        <translation>%1 値あり、%2 を超えます。刻みを広げてください</translation>
    </message>
    <message>
        <source>has more than %1 values; widen a step</source>
        <translation>%1 値を超えます。刻みを広げてください</translation>
    </message>
    <message>
        <source>says what to meet, for instance --until &apos;days&lt;=60&apos;</source>
        <translation>満たすべき条件を書いてください。例: --until &apos;days&lt;=60&apos;</translation>
    </message>
    <message>
        <source>takes one figure, for instance cost</source>
        <translation>数値の名前を一つだけ取ります。例: cost</translation>
    </message>
    <message>
        <source>cannot be asked together with --minimize; leave one out</source>
        <translation>--minimize と同時には指定できません。どちらかを削除してください</translation>
    </message>
    <message>
        <source>has no usual values; write what to try, for instance --vary %1</source>
        <translation>通常の値がありません。試す値を書いてください。例: --vary %1</translation>
    </message>
    <message>
        <source>changes nothing; write for instance --with &apos;cluster.nodes=128; price.kind=capacity_block&apos;</source>
        <translation>何も変えていません。例: --with &apos;cluster.nodes=128; price.kind=capacity_block&apos;</translation>
    </message>
    <message>
        <source>ask exactly one question, not %1: --compute 1e24, --params 70B, --tokens 15T, --params with --tokens, --loss 2.0, or --budget &apos;$5M&apos; --on p5.48xlarge</source>
        <translation>質問は一つだけにしてください（今は %1）: --compute 1e24、--params 70B、--tokens 15T、--params と --tokens、--loss 2.0、または --budget &apos;$5M&apos; --on p5.48xlarge</translation>
    </message>
    <message>
        <source>%1 is not above 0; %2</source>
        <translation>%1 は 0 より大きくありません。%2</translation>
    </message>
    <message>
        <source>%1 is not in (0, 1]; for instance 40%</source>
        <translation>%1 は (0, 1] にありません。例: 40%</translation>
    </message>
    <message>
        <source>no scaling law &quot;%1&quot;; there are: %2</source>
        <translation>スケーリング則 &quot;%1&quot; はありません。あるもの:「%2」</translation>
    </message>
    <message>
        <source>money is turned into compute on a machine: add --on INSTANCE, for instance --on p5.48xlarge</source>
        <translation>金額を計算量に直すには計算機が必要です: --on INSTANCE を加えてください。例: --on p5.48xlarge</translation>
    </message>
    <message>
        <source>%1 has no known bf16 or fp16 peak</source>
        <translation>%1 の bf16・fp16 のピークは知られていません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no size; write 1048576, &quot;1 GiB&quot; or a list such as 8,64,512</source>
        <translation>&quot;%1&quot; は大きさではありません。1048576、&quot;1 GiB&quot;、8,64,512 のような一覧を書いてください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number from %2 to %3</source>
        <translation>&quot;%1&quot; は %2 から %3 の整数ではありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of %2</source>
        <translation>&quot;%1&quot; は「%2」のどれでもありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of %2; did you mean &quot;%3&quot;?</source>
        <translation>&quot;%1&quot; は「%2」のどれでもありません。&quot;%3&quot; ではありませんか</translation>
    </message>
    <message>
        <source>%1; did you mean &quot;%2&quot;?</source>
        <translation>%1。&quot;%2&quot; ではありませんか</translation>
    </message>
    <message>
        <source>%1 states no network between instances; use --nodes 1</source>
        <translation>%1 にはインスタンス間ネットワークの記載がありません。--nodes 1 を使ってください</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not bandwidth from below to bandwidth upwards; write for instance 2:1 (from 1:100 to 100:1)</source>
        <translation>&quot;%1&quot; は下り対上りの帯域幅の比ではありません。例: 2:1（1:100 から 100:1 まで）</translation>
    </message>
    <message>
        <source>is open in another window; close it there, or choose another name</source>
        <translation>別のウィンドウで開かれています。そちらを閉じるか、別の名前にしてください</translation>
    </message>
    <message>
        <source>cannot be made (%1); choose a folder that can be written to</source>
        <translation>作成できません (%1)。書き込めるフォルダーを選んでください</translation>
    </message>
    <message>
        <source>cannot be made (%1); choose another name</source>
        <translation>作成できません (%1)。別の名前にしてください</translation>
    </message>
    <message>
        <source>is damaged or cut off (%1)</source>
        <translation>壊れているか途中で切れています (%1)</translation>
    </message>
    <message>
        <source>holds no document</source>
        <translation>文書が入っていません</translation>
    </message>
    <message>
        <source>lies where no write-ahead log can be kept; choose a folder on a local disk</source>
        <translation>先行書き込みログを置けない場所にあります。ローカルディスクのフォルダーを選んでください</translation>
    </message>
    <message>
        <source>is a file of SQLite&apos;s, but no document of fmplan; name a .fmplan file or a JSON file</source>
        <translation>SQLite のファイルですが fmplan の文書ではありません。.fmplan か JSON のファイルを指定してください</translation>
    </message>
    <message>
        <source>is marked as a document of fmplan, but has not its tables; open a copy of it, or the JSON file that it was exported to</source>
        <translation>fmplan の文書と記されていますが、その表がありません。控えか、書き出した JSON ファイルを開いてください</translation>
    </message>
    <message>
        <source>has format %1 of .fmplan files, which a newer fmplan writes; this one knows %2: install the newer one, or export the document there as JSON</source>
        <translation>新しい fmplan が書く .fmplan 書式 %1 です。この版が読めるのは %2 まで: 新しい版をインストールするか、そちらで JSON に書き出してください</translation>
    </message>
    <message>
        <source>is no programme: it has no pools and organisations; a scenario is for fmplan plan and run</source>
        <translation>プログラムではありません: pools と organisations がありません。シナリオは fmplan plan と run で使います</translation>
    </message>
    <message>
        <source>there is no %1 yet; add one first</source>
        <translation>%1 がまだありません。先に追加してください</translation>
    </message>
    <message>
        <source>there is no %1 &quot;%2&quot;; there is %3</source>
        <translation>%1 &quot;%2&quot; はありません。あるもの:「%3」</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>%1 行 %2 列</translation>
    </message>
    <message>
        <source>tensor %1 × pipeline %2 × context %3 = %4 does not divide the %5 accelerators of %6 nodes; change the plan, or use %7 nodes</source>
        <translation>テンソル %1 × パイプライン %2 × コンテキスト %3 = %4 が、%6 ノードの %5 基を割り切りません。計画を変えるか、%7 ノードにしてください</translation>
    </message>
    <message>
        <source>%1 is not a multiple of data_parallel %2 × micro_batch_size %3 = %4; nearest: %5</source>
        <translation>%1 は data_parallel %2 × micro_batch_size %3 = %4 の倍数ではありません。近い値: %5</translation>
    </message>
    <message>
        <source>%1 is more than the model&apos;s %2 layers; use at most %3</source>
        <translation>%1 はモデルの %2 層を超えます。%3 以下にしてください</translation>
    </message>
    <message>
        <source>%1 does not divide the %2 attention heads; %3</source>
        <translation>%1 はアテンションヘッド数 %2 を割り切りません。%3</translation>
    </message>
    <message>
        <source>%1 does not divide the %2 experts; %3</source>
        <translation>%1 はエキスパート数 %2 を割り切りません。%3</translation>
    </message>
    <message>
        <source>%1 does not divide data × context = %2; %3</source>
        <translation>%1 は data × context = %2 を割り切りません。%3</translation>
    </message>
    <message>
        <source>%1 does not divide the %2 layers of a pipeline stage; %3</source>
        <translation>%1 はパイプライン一段の %2 層を割り切りません。%3</translation>
    </message>
    <message>
        <source>%1 neither divides the %2 key/value heads nor is a multiple of them; %3</source>
        <translation>%1 はキー・バリューヘッド数 %2 の約数でも倍数でもありません。%3</translation>
    </message>
    <message>
        <source>use at most %1</source>
        <translation>%1 以下にしてください</translation>
    </message>
    <message>
        <source>use one of %1</source>
        <translation>次のどれかにしてください: %1</translation>
    </message>
    <message>
        <source>use %1</source>
        <translation>%1 にしてください</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 または %2</translation>
    </message>
    <message>
        <source>%1 needs a mixture of experts, but the model is dense; use 1</source>
        <translation>%1 には混合エキスパートが必要ですが、モデルは密です。1 にしてください</translation>
    </message>
    <message>
        <source>%1 needs a pipeline of at least 2; use 1, or raise pipeline</source>
        <translation>%1 には 2 段以上のパイプラインが必要です。1 にするか、pipeline を増やしてください</translation>
    </message>
    <message>
        <source>%1 has no %2 rate; use %3</source>
        <translation>%1 には %2 の演算速度がありません。%3 を使ってください</translation>
    </message>
    <message>
        <source>%1 has no %2 rate (fp8 and fp4 need bf16 beside them); use %3</source>
        <translation>%1 には %2 の演算速度がありません（fp8 と fp4 には bf16 も必要）。%3 を使ってください</translation>
    </message>
    <message>
        <source>%1 × %2 accelerators are more than %3; use at most %4 nodes</source>
        <translation>%1 × %2 基は %3 を超えます。%4 ノード以下にしてください</translation>
    </message>
    <message>
        <source>schedule &quot;1f1b&quot;</source>
        <translation>スケジュール &quot;1f1b&quot;</translation>
    </message>
    <message>
        <source>use schedule &quot;1f1b&quot;</source>
        <translation>スケジュール &quot;1f1b&quot; にしてください</translation>
    </message>
    <message>
        <source>1 with schedule &quot;%1&quot; is no pipeline; use at least 2, or schedule &quot;1f1b&quot;</source>
        <translation>スケジュール &quot;%1&quot; で 1 段はパイプラインになりません。2 以上にするか、スケジュール &quot;1f1b&quot; にしてください</translation>
    </message>
    <message>
        <source>2 × %1 does not divide the sequence of %2 tokens; use a divisor, or a sequence of %3</source>
        <translation>2 × %1 は %2 トークンの系列を割り切りません。約数か、長さ %3 の系列にしてください</translation>
    </message>
    <message>
        <source>%1 makes a world of %2, but there are %3 accelerators; leave it out, or use %4</source>
        <translation>%1 では全体が %2 になりますが、アクセラレーターは %3 基です。削除するか %4 にしてください</translation>
    </message>
    <message>
        <source>%1 nodes behind one switch are more than there are, spares included; use at most %2</source>
        <translation>一つのスイッチの下の %1 ノードは、予備を含めた全数を超えます。%2 以下にしてください</translation>
    </message>
    <message>
        <source>&quot;auto&quot;: makes the run cheapest</source>
        <translation>&quot;auto&quot;: 実行が最も安くなる数</translation>
    </message>
    <message>
        <source>not given: with these nodes the cheapest in time</source>
        <translation>指定なし: このノード数で、期限内に最も安くなる数</translation>
    </message>
    <message>
        <source>&quot;auto&quot;: takes the fewest node-hours</source>
        <translation>&quot;auto&quot;: ノード時間が最も少ない数</translation>
    </message>
    <message>
        <source>&quot;%1&quot;, as it is read</source>
        <translation>&quot;%1&quot; を読み取ったもの</translation>
    </message>
    <message>
        <source>adapters on the query, key and value product of each layer</source>
        <translation>各層のクエリ・キー・バリューの行列積のアダプター</translation>
    </message>
    <message>
        <source>carbon of the grid, location-based</source>
        <translation>電力網の炭素（ロケーション基準）</translation>
    </message>
    <message>
        <source>habits of %1 %2, paces of %3 %4</source>
        <translation>%1 の習性（%2）、%3 の速さ（%4）</translation>
    </message>
    <message>
        <source>habits of %1 %2, paces of %3 %4; measured steps of your own would correct them</source>
        <translation>%1 の習性（%2）、%3 の速さ（%4）。自分で測ったステップがあれば補正できる</translation>
    </message>
    <message>
        <source>habits of %1 as fitted, paces of %2 as fitted; measured steps of your own would correct them</source>
        <translation>%1 の習性と %2 の速さは当てはめのとおり。自分で測ったステップがあれば補正できる</translation>
    </message>
    <message>
        <source>habits of %1 common to all frameworks, paces of %2 as fitted; measured steps of your own would correct them</source>
        <translation>%1 の習性は全フレームワーク共通、%2 の速さは当てはめのとおり。自分で測ったステップがあれば補正できる</translation>
    </message>
    <message>
        <source>habits of %1 as fitted, paces of %2 common to all accelerators; measured steps of your own would correct them</source>
        <translation>%1 の習性は当てはめのとおり、%2 の速さは全アクセラレーター共通。自分で測ったステップがあれば補正できる</translation>
    </message>
    <message>
        <source>habits of %1 common to all frameworks, paces of %2 common to all accelerators; measured steps of your own would correct them</source>
        <translation>%1 の習性は全フレームワーク共通、%2 の速さは全アクセラレーター共通。自分で測ったステップがあれば補正できる</translation>
    </message>
    <message>
        <source>as fitted</source>
        <translation>当てはめのとおり</translation>
    </message>
    <message>
        <source>common to all frameworks</source>
        <translation>全フレームワーク共通</translation>
    </message>
    <message>
        <source>common to all accelerators</source>
        <translation>全アクセラレーター共通</translation>
    </message>
    <message>
        <source>how long collectives take; from 1 MiB up, four in five measurements lie between %1 and %2 of the prediction</source>
        <translation>集団通信の所要時間。1 MiB 以上では測定の五分の四が予測の %1 倍から %2 倍</translation>
    </message>
    <message>
        <source>how long collectives take; from 1 MiB up, four in five measurements lie between %1 and %2 of the prediction; no row is of this machine across domains</source>
        <translation>集団通信の所要時間。1 MiB 以上では測定の五分の四が予測の %1 倍から %2 倍。この計算機の領域間の測定はない</translation>
    </message>
    <message>
        <source>how long collectives take; %1, four in five measurements lie between %2 and %3 of the prediction</source>
        <translation>集団通信の所要時間。%1では測定の五分の四が予測の %2 倍から %3 倍</translation>
    </message>
    <message>
        <source>its size is not stated, and offloaded state lies there</source>
        <translation>容量の記載がなく、オフロードした状態がそこに置かれる</translation>
    </message>
    <message>
        <source>machines from the leaves in turn</source>
        <translation>計算機を各リーフから順に</translation>
    </message>
    <message>
        <source>machines leaf after leaf</source>
        <translation>計算機をリーフごとに</translation>
    </message>
    <message>
        <source>no campaign of adapters was published</source>
        <translation>アダプターの学習の実績は公表されていない</translation>
    </message>
    <message>
        <source>no measured row of %1 names its release</source>
        <translation>%1 の測定に版の記載がない</translation>
    </message>
    <message>
        <source>nodes that train of the %1 held, which are fastest so; %2 more stand by as spares; cluster.strict keeps all</source>
        <translation>確保した %1 ノードのうち学習に使う数（これが最速）。残り %2 は予備。cluster.strict では全数を使う</translation>
    </message>
    <message>
        <source>nodes that train of the %1 stated, which are fastest so; the other %2 are not held, for the number of spares is searched; cluster.strict keeps all</source>
        <translation>指定した %1 ノードのうち学習に使う数（これが最速）。予備の数を探索するため、残り %2 は確保しない。cluster.strict では全数を使う</translation>
    </message>
    <message>
        <source>not counted: as far as published rates differ between clusters</source>
        <translation>数えられていない: 公表された率のクラスター間の差を取る</translation>
    </message>
    <message>
        <source>not given and not known: as at work</source>
        <translation>指定なし・不明: 稼働中と同じ</translation>
    </message>
    <message>
        <source>not given and not published for the provider: cooling is not counted</source>
        <translation>指定なし・事業者の公表なし: 冷却は数えない</translation>
    </message>
    <message>
        <source>not given, and no grid of the price&apos;s region is known</source>
        <translation>指定なし。価格のリージョンの電力網は不明</translation>
    </message>
    <message>
        <source>not given: a published figure</source>
        <translation>指定なし: 公表値</translation>
    </message>
    <message>
        <source>not given: a release of the day the run starts, none newer than any of %1 that was measured</source>
        <translation>指定なし: 開始日時点の版。ただし測定された %1 の最新版まで</translation>
    </message>
    <message>
        <source>not given: as measured or published of such machines</source>
        <translation>指定なし: 同種の計算機の測定値または公表値</translation>
    </message>
    <message>
        <source>not given: attention over all of it; where samples are packed, give the tokens of one</source>
        <translation>指定なし: アテンションは系列全体に及ぶ。サンプルを詰める場合は一つのトークン数を指定</translation>
    </message>
    <message>
        <source>not given: at the median %1 published campaigns of %2 teams took so much more than their machines could do, of mixtures as of dense models; &quot;none&quot; leaves it out</source>
        <translation>指定なし: 公表された %2 チーム %1 件の学習は、計算機の能力より中央値でこれだけ多くかかった（混合エキスパートも密モデルも同様）。&quot;none&quot; で除外</translation>
    </message>
    <message>
        <source>not given: idle accelerators, the rest of the machine as at work</source>
        <translation>指定なし: アクセラレーターは空き、ほかは稼働中と同じ</translation>
    </message>
    <message>
        <source>not given: overlap, fusion and overhead habits, counted from kernel lists and default switches</source>
        <translation>指定なし: 重ね合わせ・融合・オーバーヘッドの習性。カーネル一覧と既定のスイッチから数えたもの</translation>
    </message>
    <message>
        <source>not given: steps never wait for data</source>
        <translation>指定なし: ステップはデータを待たない</translation>
    </message>
    <message>
        <source>not given: the day of the catalogues</source>
        <translation>指定なし: カタログの日付</translation>
    </message>
    <message>
        <source>not given: the habit of %1</source>
        <translation>指定なし: %1 の習性</translation>
    </message>
    <message>
        <source>not given: the instance&apos;s at full load</source>
        <translation>指定なし: インスタンスの全負荷時</translation>
    </message>
    <message>
        <source>not given: the provider&apos;s fleet</source>
        <translation>指定なし: 事業者の全設備の値</translation>
    </message>
    <message>
        <source>not given: the provider&apos;s usual one</source>
        <translation>指定なし: 事業者の通常のもの</translation>
    </message>
    <message>
        <source>not given, nor who runs the machine: whose prices count</source>
        <translation>指定なし、計算機の事業者も不明: 価格はこの地域のもの</translation>
    </message>
    <message>
        <source>not given: the cheapest of those with a price; none is known in %1</source>
        <translation>指定なし: 価格が分かる地域のうち最も安いもの。%1 の価格は分かっていません</translation>
    </message>
    <message>
        <source>not given: the provider&apos;s usual practice</source>
        <translation>指定なし: 事業者の通常の運用</translation>
    </message>
    <message>
        <source>not given: the rank of most recipes</source>
        <translation>指定なし: 多くのレシピの rank</translation>
    </message>
    <message>
        <source>not given: the start of the run, and by the day from there</source>
        <translation>指定なし: 実行の開始日、以後その日ごと</translation>
    </message>
    <message>
        <source>not given: without any, a run would begin anew when wrong numbers are found late</source>
        <translation>指定なし: これがないと、誤った数値が後から見つかったとき最初からやり直しになる</translation>
    </message>
    <message>
        <source>not given: %1 times the accelerators&apos; power, as measured of machines with H100</source>
        <translation>指定なし: アクセラレーターの電力の %1 倍（H100 の計算機の測定による）</translation>
    </message>
    <message>
        <source>not stated, 1:1 taken</source>
        <translation>記載なし、1:1 とする</translation>
    </message>
    <message>
        <source>one NIC an accelerator, as in most machines for training</source>
        <translation>アクセラレーターあたり NIC 一枚（学習用計算機の多くと同じ）</translation>
    </message>
    <message>
        <source>overlap, fusion and overhead habits, counted from kernel lists and default switches</source>
        <translation>重ね合わせ・融合・オーバーヘッドの習性。カーネル一覧と既定のスイッチから数えたもの</translation>
    </message>
    <message>
        <source>packets sprayed over all spines</source>
        <translation>パケットを全スパインに分散</translation>
    </message>
    <message>
        <source>spine fixed by the destination</source>
        <translation>宛先で決まるスパイン</translation>
    </message>
    <message>
        <source>phase %1</source>
        <translation>段階 %1</translation>
    </message>
    <message>
        <source>price of %1</source>
        <translation>%1 の価格</translation>
    </message>
    <message>
        <source>price of the checkpoint storage</source>
        <translation>チェックポイントストレージの価格</translation>
    </message>
    <message>
        <source>the checkpoint storage</source>
        <translation>チェックポイントストレージ</translation>
    </message>
    <message>
        <source>searched with every collective as if alone; contention is in what was found, not in the choice</source>
        <translation>集団通信を単独とみなして探索。競合は結果に含まれ、選択には含まれない</translation>
    </message>
    <message>
        <source>the batch of %1 sequences, changed by %2 so that it divides; cluster.strict keeps it</source>
        <translation>%1 系列のバッチを、割り切れるよう %2 変更。cluster.strict ではそのまま</translation>
    </message>
    <message>
        <source>the link between machines is not stated</source>
        <translation>計算機間のリンクは記載なし</translation>
    </message>
    <message>
        <source>no collective over %1 was measured: the median of such links that were</source>
        <translation>%1 の集団通信の測定なし: 測定のある同種リンクの中央値</translation>
    </message>
    <message>
        <source>the measured steps of training.anchor hold what it would correct</source>
        <translation>training.anchor の測定ステップが、補正される分を既に含む</translation>
    </message>
    <message>
        <source>times by a probe of this machine, over those of machines that were fitted</source>
        <translation>この計算機のプローブによる時間の、当てはめた計算機に対する比</translation>
    </message>
    <message>
        <source>what a training run&apos;s power draw leaves of it</source>
        <translation>学習中の電力消費のもとで残る割合</translation>
    </message>
    <message>
        <source>what fused attention reaches at long sequences</source>
        <translation>長い系列で融合アテンションが達する値</translation>
    </message>
    <message>
        <source>what large collectives reach over %1, and the latency of a message</source>
        <translation>%1 で大きな集団通信が達する値と、メッセージのレイテンシー</translation>
    </message>
    <message>
        <source>what large matrix products reach on %1, median error %2</source>
        <translation>%1 で大きな行列積が達する値、誤差の中央値 %2</translation>
    </message>
    <message>
        <source>what large matrix products reach on %1</source>
        <translation>%1 で大きな行列積が達する値</translation>
    </message>
    <message>
        <source>what one accelerator&apos;s copies to the host&apos;s memory reach over %1</source>
        <translation>アクセラレーター 一基のホストメモリーへのコピーが %1 で達する値</translation>
    </message>
    <message>
        <source>what %1 drives of a node do together</source>
        <translation>ノードのドライブ %1 台を合わせた値</translation>
    </message>
    <message>
        <source>words</source>
        <translation>記述</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 の %1</translation>
    </message>
    <message>
        <source>%1:1 of %2</source>
        <translation>%2 の %1:1</translation>
    </message>
    <message>
        <source>%1:1, as the scenario has it</source>
        <translation>%1:1、シナリオのとおり</translation>
    </message>
    <message>
        <source>%1 in %2, seen from %3 to %4</source>
        <translation>%2 の %1、%3 から %4 まで観測</translation>
    </message>
    <message>
        <source>%1 in %2, seen from %3</source>
        <translation>%2 の %1、%3 から観測</translation>
    </message>
    <message>
        <source>on_demand in %1</source>
        <translation>%1 の on_demand</translation>
    </message>
    <message>
        <source>%1 in %2: none is known in %3</source>
        <translation>%2 の %1: %3 では知られていない</translation>
    </message>
    <message>
        <source>%1 is further than a year from the releases of %2 that were measured, %3 to %4</source>
        <translation>%1 は、測定された %2 の版（%3 から %4）から一年より離れている</translation>
    </message>
    <message>
        <source>%1 is no size of %2: rounded up to the next on sale</source>
        <translation>%1 は %2 の販売単位にない: 次の販売単位に切り上げ</translation>
    </message>
    <message>
        <source>%1 is no size of %2: rounded up to the next on sale; the one below is %3</source>
        <translation>%1 は %2 の販売単位にない: 次の販売単位に切り上げ。その下は %3</translation>
    </message>
    <message>
        <source>%1, corrected by %2 measured row of your own</source>
        <translation>%1、自分の測定 %2 行で補正</translation>
    </message>
    <message>
        <source>%1, corrected by %2 measured rows of your own</source>
        <translation>%1、自分の測定 %2 行で補正</translation>
    </message>
    <message>
        <source>the plan&apos;s own traffic all at once; %1; %2; leaves oversubscribed: %3</source>
        <translation>計画の通信を同時に流す。%1、%2。リーフのオーバーサブスクリプション: %3</translation>
    </message>
    <message>
        <source>%1; the plan&apos;s own traffic all at once; %2; %3; leaves oversubscribed: %4</source>
        <translation>%1。計画の通信を同時に流す。%2、%3。リーフのオーバーサブスクリプション: %4</translation>
    </message>
    <message>
        <source>Habits and paces fitted to %1 steps of %2 sources</source>
        <translation>%2 件の出典の %1 ステップに当てはめた習性と速さ</translation>
    </message>
    <message>
        <source>measured on the H800, which has the same chip and power limit (FlashMLA documentation: 865 of 989.4 TFLOP/s)</source>
        <translation>同じチップと電力上限の H800 での測定 (FlashMLA の文書: 989.4 TFLOP/s のうち 865)</translation>
    </message>
    <message>
        <source>unconfirmed</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>assumption</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>assumption, unconfirmed</source>
        <translation>仮定、未確認</translation>
    </message>
    <message>
        <source>catalogue item %1, unconfirmed</source>
        <translation>カタログ項目 %1、未確認</translation>
    </message>
    <message>
        <source>%1 (unconfirmed)</source>
        <translation>%1（未確認）</translation>
    </message>
    <message>
        <source>set by</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>assumptions</source>
        <translation>仮定</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>neighbours</source>
        <translation>近傍</translation>
    </message>
    <message>
        <source>nearest</source>
        <translation>最も近いもの</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>期間</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>効果</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>期限内</translation>
    </message>
    <message>
        <source>failures</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>phases</source>
        <translation>段階</translation>
    </message>
    <message>
        <source>section</source>
        <translation>節</translation>
    </message>
    <message>
        <source>because</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>causes</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>plans</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速さ</translation>
    </message>
    <message>
        <source>values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版</translation>
    </message>
    <message>
        <source>high</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>by</source>
        <translation>による</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>式</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>単位</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>確認済み</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>観測</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>page</source>
        <translation>ページ</translation>
    </message>
    <message>
        <source>read on: %1</source>
        <translation>閲覧日: %1</translation>
    </message>
    <message>
        <source>On other numbers of nodes</source>
        <translation>ほかのノード数では</translation>
    </message>
    <message>
        <source>What decides most</source>
        <translation>最も効くもの</translation>
    </message>
    <message>
        <source>Cost by cause</source>
        <translation>費用の内訳</translation>
    </message>
    <message>
        <source>Cost by month</source>
        <translation>月別の費用</translation>
    </message>
    <message>
        <source>Cost by year</source>
        <translation>年別の費用</translation>
    </message>
    <message>
        <source>Cost on other numbers of nodes</source>
        <translation>ほかのノード数での費用</translation>
    </message>
    <message>
        <source>Days on other numbers of nodes</source>
        <translation>ほかのノード数での日数</translation>
    </message>
    <message>
        <source>Days of the simulated runs</source>
        <translation>シミュレーションした実行の日数</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>GPUあたりメモリー</translation>
    </message>
    <message>
        <source>Memory per GPU (pipeline stage %1)</source>
        <translation>GPUあたりメモリー（パイプラインのステージ %1）</translation>
    </message>
    <message>
        <source>Memory per GPU (phase %1, pipeline stage %2)</source>
        <translation>GPUあたりメモリー（段階 %1、パイプラインのステージ %2）</translation>
    </message>
    <message>
        <source>Step time by cause</source>
        <translation>ステップ時間の内訳</translation>
    </message>
    <message>
        <source>Checkpoint levels</source>
        <translation>チェックポイントの階層</translation>
    </message>
    <message>
        <source>Cost (%1, %2, %3)</source>
        <translation>費用（%1、%2、%3）</translation>
    </message>
    <message>
        <source>GPU energy</source>
        <translation>GPU のエネルギー</translation>
    </message>
    <message>
        <source>If failures came as often as …</source>
        <translation>故障の頻度がほかの例と同じなら …</translation>
    </message>
    <message>
        <source>P50, and a line up to P90</source>
        <translation>P50。線は P90 まで</translation>
    </message>
    <message>
        <source>bars are days more in the mean</source>
        <translation>棒は平均日数の増加</translation>
    </message>
    <message>
        <source>fits with a chance of %1; the line across the total holds 80 %</source>
        <translation>%1 の確率で収まる。合計の線は 80 % 区間</translation>
    </message>
    <message>
        <source>lines hold 80 %</source>
        <translation>線は 80 % 区間</translation>
    </message>
    <message>
        <source>%1 spread evenly over the mean duration, %2 days</source>
        <translation>%1 を平均期間 %2 日に均等に配分</translation>
    </message>
    <message>
        <source>%1 there are</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>no end is seen in closed form</source>
        <translation>解析解では終わりが見えない</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>終わらない</translation>
    </message>
    <message>
        <source>9 in 10 by</source>
        <translation>10 回に 9 回</translation>
    </message>
    <message>
        <source>%1, 9 in 10 by %2; %3 days (80 %: %4), mean %5</source>
        <translation>%1、10 回に 9 回は %2 まで。%3 日 (80 %: %4)、平均 %5</translation>
    </message>
    <message>
        <source>%1: cannot run. %2</source>
        <translation>%1: 実行できません。%2</translation>
    </message>
    <message>
        <source>%1: misses %2. %3</source>
        <translation>%1: 期限 %2 を守れません。%3</translation>
    </message>
    <message>
        <source>%1: misses %2: kept with a chance of %3, 9 in 10 by %4</source>
        <translation>%1: 期限 %2 を守れません: 守る確率 %3、10 回に 9 回は %4 まで</translation>
    </message>
    <message>
        <source>%1: the closed form sees no end; fmplan run simulates it</source>
        <translation>%1: 解析解では終わりが見えません。fmplan run でシミュレーションします</translation>
    </message>
    <message>
        <source>%1: %2 days (P50), ready on %3, %4</source>
        <translation>%1: %2 日 (P50)、%3 に完了、%4</translation>
    </message>
    <message>
        <source>%1: %2 a step in %3</source>
        <translation>%1: %3 で一ステップ %2</translation>
    </message>
    <message>
        <source>of phase %1: %2: %3 a step in %4</source>
        <translation>段階 %1: %2: %4 で一ステップ %3</translation>
    </message>
    <message>
        <source>%1, MFU %2</source>
        <translation>%1、MFU %2</translation>
    </message>
    <message>
        <source>CO2 equivalent of that energy</source>
        <translation>そのエネルギーの CO2 換算</translation>
    </message>
    <message>
        <source>accelerators of the largest phase</source>
        <translation>最大の段階のアクセラレーター数</translation>
    </message>
    <message>
        <source>day of the end, as likely later as sooner</source>
        <translation>完了日（それより遅い確率と早い確率が等しい）</translation>
    </message>
    <message>
        <source>day of the end, one chance in ten of later</source>
        <translation>完了日（それより遅い確率が十分の一）</translation>
    </message>
    <message>
        <source>day of the end, one chance in ten of sooner</source>
        <translation>完了日（それより早い確率が十分の一）</translation>
    </message>
    <message>
        <source>failures that stop the job, expected</source>
        <translation>ジョブを止める故障数（期待値）</translation>
    </message>
    <message>
        <source>model FLOP over the dense peak</source>
        <translation>モデル FLOP と密なピークの比</translation>
    </message>
    <message>
        <source>money, one chance in ten of less</source>
        <translation>金額（それより少ない確率が十分の一）</translation>
    </message>
    <message>
        <source>money, one chance in ten of more</source>
        <translation>金額（それより多い確率が十分の一）</translation>
    </message>
    <message>
        <source>money, as likely more as less</source>
        <translation>金額（多い確率と少ない確率が等しい）</translation>
    </message>
    <message>
        <source>node-hours of the job, spares excluded</source>
        <translation>ジョブのノード時間（予備を除く）</translation>
    </message>
    <message>
        <source>nodes that are paid for, those left over among them, spares excluded</source>
        <translation>支払うノード数（余りを含み、予備を除く）</translation>
    </message>
    <message>
        <source>of the whole job</source>
        <translation>ジョブ全体</translation>
    </message>
    <message>
        <source>of whole machines, with the site&apos;s overhead</source>
        <translation>計算機全体と設備のオーバーヘッド</translation>
    </message>
    <message>
        <source>spare nodes that are paid for, those left over among them</source>
        <translation>支払う予備ノード数（余りを含む）</translation>
    </message>
    <message>
        <source>steps over wall-clock time</source>
        <translation>経過時間に対するステップの時間</translation>
    </message>
    <message>
        <source>that peak over what the accelerator has</source>
        <translation>そのピークとアクセラレーターの容量の比</translation>
    </message>
    <message>
        <source>the headroom over what the accelerator has</source>
        <translation>余裕とアクセラレーターの容量の比</translation>
    </message>
    <message>
        <source>wall-clock days, as likely more as less</source>
        <translation>経過日数（多い確率と少ない確率が等しい）</translation>
    </message>
    <message>
        <source>wall-clock days, one chance in ten of less</source>
        <translation>経過日数（それより少ない確率が十分の一）</translation>
    </message>
    <message>
        <source>wall-clock days, one chance in ten of more</source>
        <translation>経過日数（それより多い確率が十分の一）</translation>
    </message>
    <message>
        <source>what that peak leaves of the accelerator&apos;s memory</source>
        <translation>そのピークで残るアクセラレーターのメモリー</translation>
    </message>
    <message>
        <source>tensor %1 · pipeline %2</source>
        <translation>テンソル %1 · パイプライン %2</translation>
    </message>
    <message>
        <source>expert tensor %1</source>
        <translation>エキスパートテンソル %1</translation>
    </message>
    <message>
        <source>layout %1</source>
        <translation>レイアウト %1</translation>
    </message>
    <message>
        <source>sharded over %1</source>
        <translation>%1 に分割</translation>
    </message>
    <message>
        <source>two-batch overlap</source>
        <translation>二バッチ重ね合わせ</translation>
    </message>
    <message>
        <source>%1 not overlapped</source>
        <translation>%1 は重ねない</translation>
    </message>
    <message>
        <source>virtual_pipeline %1</source>
        <translation>virtual_pipeline %1</translation>
    </message>
    <message>
        <source>schedule %1</source>
        <translation>スケジュール %1</translation>
    </message>
    <message>
        <source>overlap all but %1</source>
        <translation>`%1` 以外を重ねる</translation>
    </message>
    <message>
        <source>overlap all</source>
        <translation>すべて重ねる</translation>
    </message>
    <message>
        <source>overlap none</source>
        <translation>重ねない</translation>
    </message>
    <message>
        <source>offload none</source>
        <translation>オフロードなし</translation>
    </message>
    <message>
        <source>offload %1</source>
        <translation>オフロード %1</translation>
    </message>
    <message>
        <source>optimizer offloaded</source>
        <translation>オプティマイザーをオフロード</translation>
    </message>
    <message>
        <source>activations offloaded</source>
        <translation>活性値をオフロード</translation>
    </message>
    <message>
        <source>optimizer, activations offloaded</source>
        <translation>オプティマイザーと活性値をオフロード</translation>
    </message>
    <message>
        <source>per_operation recompute</source>
        <translation>操作ごとの再計算</translation>
    </message>
    <message>
        <source>low-rank adapters of rank %1 on all linear layers; all else is frozen</source>
        <translation>すべての線形層に rank %1 の低ランクアダプター。ほかは固定</translation>
    </message>
    <message>
        <source>low-rank adapters of rank %1 on attention&apos;s products; all else is frozen</source>
        <translation>注意の積に rank %1 の低ランクアダプター。ほかは固定</translation>
    </message>
    <message>
        <source>low-rank adapters of rank %1 on the query, key and value product; all else is frozen</source>
        <translation>クエリー・キー・バリューの積に rank %1 の低ランクアダプター。ほかは固定</translation>
    </message>
    <message>
        <source>overhead as stated</source>
        <translation>オーバーヘッドは指定のとおり</translation>
    </message>
    <message>
        <source>%1 with %2 scaling, primary weights %3</source>
        <translation>%1、%2 スケーリング、主重み %3</translation>
    </message>
    <message>
        <source>in 16 bit</source>
        <translation>16 ビット</translation>
    </message>
    <message>
        <source>80 % of measured peaks lie between %1 and %2, 95 % between %3 and %4</source>
        <translation>測定されたピークの 80 % は %1 から %2、95 % は %3 から %4</translation>
    </message>
    <message>
        <source>fits: a chance of %1 that the peak stays within %2; %3 left by the prediction</source>
        <translation>収まる: ピークが %2 以内の確率 %1、予測による残り %3</translation>
    </message>
    <message>
        <source>tight: a chance of %1 that the peak stays within %2; %3 left by the prediction</source>
        <translation>余裕が少ない: ピークが %2 以内の確率 %1、予測による残り %3</translation>
    </message>
    <message>
        <source>tight: a chance of %1 that the peak stays within %2; %3 short by the prediction</source>
        <translation>余裕が少ない: ピークが %2 以内の確率 %1、予測では %3 不足</translation>
    </message>
    <message>
        <source>does not fit: a chance of %1 that the peak stays within %2; %3 short by the prediction</source>
        <translation>収まらない: ピークが %2 以内の確率 %1、予測では %3 不足</translation>
    </message>
    <message>
        <source>does not fit: a chance of %1 that the peak stays within %2; %3 left by the prediction</source>
        <translation>収まらない: ピークが %2 以内の確率 %1、予測による残り %3</translation>
    </message>
    <message>
        <source>nearest plan that fits: %1 (%2, step %3)</source>
        <translation>収まる最も近い計画: %1（%2、ステップ %3）</translation>
    </message>
    <message>
        <source>GB are 10⁹ bytes: %1 are %2 GiB, which programs are shown of the card&apos;s memory</source>
        <translation>GB は 10⁹ バイト: %1 は %2 GiB で、カードのメモリのうちプログラムから見える量です</translation>
    </message>
    <message>
        <source>does not fit (chance %1)</source>
        <translation>収まらない（確率 %1）</translation>
    </message>
    <message>
        <source>%1 micro-batches; %2 of data-parallel traffic hidden behind compute; %3 kernels</source>
        <translation>マイクロバッチ %1 個、データ並列の通信のうち %2 は計算に隠れる、カーネルは %3</translation>
    </message>
    <message>
        <source>of capacity</source>
        <translation>容量比</translation>
    </message>
    <message>
        <source>%1 of the time</source>
        <translation>時間の %1</translation>
    </message>
    <message>
        <source>%1 = %2 of %3 dense %4 (%5); HFU %6</source>
        <translation>%1 = 密な %4 の %3 の %2 (%5)、HFU %6</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 tokens/s per GPU</source>
        <translation>%1 トークン/秒、GPUあたり %2 トークン/秒</translation>
    </message>
    <message>
        <source>TFLOP/s per GPU</source>
        <translation>GPUあたり TFLOP/s</translation>
    </message>
    <message>
        <source>%1 every %2, %3 to storage</source>
        <translation>%2 ごとに %1、ストレージへ %3</translation>
    </message>
    <message>
        <source>%1 (held by its %2)</source>
        <translation>%1（律速は %2）</translation>
    </message>
    <message>
        <source>%1 (held by the %2)</source>
        <translation>%1（律速は %2）</translation>
    </message>
    <message>
        <source>%1 for another node</source>
        <translation>別のノードに %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 から %2</translation>
    </message>
    <message>
        <source>%1 days by the machine alone, failures included; published campaigns took %2 more</source>
        <translation>計算機だけで %1 日（故障を含む）。公表された学習はこれより %2 長くかかった</translation>
    </message>
    <message>
        <source>%1 days by the machine alone, failures included; published campaigns took %2 less</source>
        <translation>計算機だけで %1 日（故障を含む）。公表された学習はこれより %2 短かった</translation>
    </message>
    <message>
        <source>%1 days by the machine alone, failures included; %2 more is stated</source>
        <translation>計算機だけで %1 日（故障を含む）。さらに %2 を指定</translation>
    </message>
    <message>
        <source>%1 days by the machine alone, failures included; %2 less is stated</source>
        <translation>計算機だけで %1 日（故障を含む）。%2 減を指定</translation>
    </message>
    <message>
        <source>published campaigns took %1 more than the machine alone</source>
        <translation>公表された学習は計算機だけの場合より %1 長くかかった</translation>
    </message>
    <message>
        <source>published campaigns took %1 less than the machine alone</source>
        <translation>公表された学習は計算機だけの場合より %1 短かった</translation>
    </message>
    <message>
        <source>%1 more is stated than the machine alone</source>
        <translation>計算機だけの場合より %1 増を指定</translation>
    </message>
    <message>
        <source>%1 less is stated than the machine alone</source>
        <translation>計算機だけの場合より %1 減を指定</translation>
    </message>
    <message>
        <source>%1 (%2 node-hours), at the median pace</source>
        <translation>%1（%2 ノード時間）、中央値の速さ</translation>
    </message>
    <message>
        <source>%1 expected (80 %: %2), goodput %3</source>
        <translation>期待値 %1 (80 %: %2)、グッドプット %3</translation>
    </message>
    <message>
        <source>%1 days (80 %: %2, %3; mean %4)</source>
        <translation>%1 日 (80 %: %2、%3。平均 %4)</translation>
    </message>
    <message>
        <source>for failures alone, in closed form; the step time&apos;s own error is not in it</source>
        <translation>故障だけの解析解。ステップ時間の誤差は含まない</translation>
    </message>
    <message>
        <source>for failures and what campaigns take; the step time&apos;s own error is not in it</source>
        <translation>故障と学習の余分。ステップ時間の誤差は含まない</translation>
    </message>
    <message>
        <source>for failures, in closed form, and the step time&apos;s own error</source>
        <translation>故障の解析解とステップ時間の誤差</translation>
    </message>
    <message>
        <source>for failures, the step time&apos;s own error and what campaigns take</source>
        <translation>故障、ステップ時間の誤差、学習の余分</translation>
    </message>
    <message>
        <source>fmplan run simulates the failures, and shows where the time goes and what would help</source>
        <translation>fmplan run は故障をシミュレーションし、時間の内訳と役立つ変更を示します</translation>
    </message>
    <message>
        <source>Capacity Blocks are paid for in advance, by days up to 14 and by weeks beyond: %1 days expected</source>
        <translation>Capacity Blocks は前払い、14 日までは日単位、それを超えると週単位: 見込み %1 日</translation>
    </message>
    <message>
        <source>Capacity Blocks are paid for in advance, %1 whole days: %2</source>
        <translation>Capacity Blocks は前払い、%1 日単位: %2</translation>
    </message>
    <message>
        <source>the levels take no more than a checkpoint every %1</source>
        <translation>階層が受けられるのは %1 に一回まで</translation>
    </message>
    <message>
        <source>your own rows correct the prediction by %1</source>
        <translation>自分の測定で予測を %1 補正</translation>
    </message>
    <message>
        <source>%1 expected (80 %: %2)</source>
        <translation>期待値 %1 (80 %: %2)</translation>
    </message>
    <message>
        <source>%1: kept with a chance of %2</source>
        <translation>%1: 守る確率 %2</translation>
    </message>
    <message>
        <source>%1: kept with a chance of %2; %3 is asked</source>
        <translation>%1: 守る確率 %2、要求 %3</translation>
    </message>
    <message>
        <source>before the first step</source>
        <translation>最初のステップの前</translation>
    </message>
    <message>
        <source>by other ways of buying</source>
        <translation>ほかの購入方式</translation>
    </message>
    <message>
        <source>days of steps</source>
        <translation>ステップの日数</translation>
    </message>
    <message>
        <source>held by</source>
        <translation>律速</translation>
    </message>
    <message>
        <source>observed at</source>
        <translation>観測元</translation>
    </message>
    <message>
        <source>on top</source>
        <translation>加算</translation>
    </message>
    <message>
        <source>per 1000 node-days</source>
        <translation>1000 ノード日あたり</translation>
    </message>
    <message>
        <source>physics</source>
        <translation>物理</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>productive</source>
        <translation>有効</translation>
    </message>
    <message>
        <source>reload</source>
        <translation>再読み込み</translation>
    </message>
    <message>
        <source>replacement</source>
        <translation>交換</translation>
    </message>
    <message>
        <source>safe after</source>
        <translation>安全になるまで</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>stall</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>steps read</source>
        <translation>ステップの読み出し</translation>
    </message>
    <message>
        <source>steps wait</source>
        <translation>ステップの待ち</translation>
    </message>
    <message>
        <source>storage gives</source>
        <translation>ストレージの供給</translation>
    </message>
    <message>
        <source>survives</source>
        <translation>耐える障害</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>スループット</translation>
    </message>
    <message>
        <source>trains</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>データ待ち</translation>
    </message>
    <message>
        <source>what published campaigns took beside</source>
        <translation>公表された学習で余分にかかった分</translation>
    </message>
    <message>
        <source>write</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>量</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>少なくとも</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>少なくとも %1</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>every</source>
        <translation>間隔</translation>
    </message>
    <message>
        <source>job</source>
        <translation>ジョブ</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>never</source>
        <translation>終わらない</translation>
    </message>
    <message>
        <source>no day</source>
        <translation>日なし</translation>
    </message>
    <message>
        <source>physics and campaigns</source>
        <translation>物理と学習の余分</translation>
    </message>
    <message>
        <source>to storage</source>
        <translation>ストレージへ</translation>
    </message>
    <message>
        <source>and %1 spares</source>
        <translation>予備 %1</translation>
    </message>
    <message>
        <source>%1 on %2 and %3 spare</source>
        <translation>%2 と予備 %3 で %1</translation>
    </message>
    <message>
        <source>one measured step of this plan would narrow it to %1</source>
        <translation>この計画の測定ステップが一つあれば %1 に狭まる</translation>
    </message>
    <message>
        <source>one measured step of this plan would narrow it to %1 (--anchor rows.csv)</source>
        <translation>この計画の測定ステップが一つあれば %1 に狭まる (--anchor rows.csv)</translation>
    </message>
    <message>
        <source>one measured step of this plan, one on %1 accelerators cut the same way to %2</source>
        <translation>この計画の測定ステップ一つ、または同じ分割の %1 基で %2</translation>
    </message>
    <message>
        <source>one measured step of this plan would narrow it to %1, one on %2 accelerators cut the same way to %3 (--anchor rows.csv)</source>
        <translation>この計画の測定ステップが一つあれば %1 に、同じ分け方の %2 アクセラレーターでの測定なら %3 に狭まる (--anchor rows.csv)</translation>
    </message>
    <message>
        <source>a framework of your own</source>
        <translation>独自のフレームワーク</translation>
    </message>
    <message>
        <source>an accelerator of your own</source>
        <translation>独自のアクセラレーター</translation>
    </message>
    <message>
        <source>an unlisted framework</source>
        <translation>一覧にないフレームワーク</translation>
    </message>
    <message>
        <source>an unnamed architecture</source>
        <translation>名前のないアーキテクチャー</translation>
    </message>
    <message>
        <source>a framework of your own on %1</source>
        <translation>%1 の独自のフレームワーク</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>アダプター</translation>
    </message>
    <message>
        <source>adapters differ more from one another than whole models</source>
        <translation>アダプターは全体のモデルより互いの差が大きい</translation>
    </message>
    <message>
        <source>dense models</source>
        <translation>密モデル</translation>
    </message>
    <message>
        <source>dense models with %1</source>
        <translation>%1 の密モデル</translation>
    </message>
    <message>
        <source>mixtures</source>
        <translation>混合エキスパート</translation>
    </message>
    <message>
        <source>mixtures with %1</source>
        <translation>%1 の混合エキスパート</translation>
    </message>
    <message>
        <source>mixtures of experts</source>
        <translation>混合エキスパート</translation>
    </message>
    <message>
        <source>mixtures differ more from one another than dense models</source>
        <translation>混合エキスパートは密モデルより互いの差が大きい</translation>
    </message>
    <message>
        <source>gradient traffic and stragglers</source>
        <translation>勾配の通信と遅れるランク</translation>
    </message>
    <message>
        <source>matrix products</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>measured by %1 source</source>
        <translation>%1 件の出典で測定</translation>
    </message>
    <message>
        <source>measured by %1 sources</source>
        <translation>%1 件の出典で測定</translation>
    </message>
    <message>
        <source>tensor-parallel traffic</source>
        <translation>テンソル並列の通信</translation>
    </message>
    <message>
        <source>the pipeline&apos;s bubble and transfers</source>
        <translation>パイプラインのバブルと転送</translation>
    </message>
    <message>
        <source>traffic of experts and contexts</source>
        <translation>エキスパートとコンテキストの通信</translation>
    </message>
    <message>
        <source>waiting for the host</source>
        <translation>ホスト待ち</translation>
    </message>
    <message>
        <source>what differs from run to run</source>
        <translation>実行ごとの違い</translation>
    </message>
    <message>
        <source>no step of your site was measured</source>
        <translation>このサイトのステップは測定されていません</translation>
    </message>
    <message>
        <source>your own rows correct all plans by as much as the first</source>
        <translation>自前の測定行による補正は、どの計画にも最初の計画と同じ倍率です</translation>
    </message>
    <message>
        <source>what your own rows leave open of your site</source>
        <translation>自前の測定行でもまだ分からない、現地の違い</translation>
    </message>
    <message>
        <source>how your site routes mixtures over %1</source>
        <translation>このサイトの%1での混合エキスパートの通信</translation>
    </message>
    <message>
        <source>what memory bandwidth bounds</source>
        <translation>メモリー帯域幅律速の部分</translation>
    </message>
    <message>
        <source>software %1 years from the releases that were measured</source>
        <translation>測定された版から %1 年離れたソフトウェア</translation>
    </message>
    <message>
        <source>%1 at 80 %, because of: %2</source>
        <translation>80 % 区間で %1、要因: %2</translation>
    </message>
    <message>
        <source>%1, %2 of the tokens; %3 phases in all</source>
        <translation>%1、トークンの %2。フェーズは全部で %3</translation>
    </message>
    <message>
        <source>a factor of %1</source>
        <translation>上下 %1 倍</translation>
    </message>
    <message>
        <source>a factor of %1 is in it, by which other sites&apos; mixtures differ over %2</source>
        <translation>%2 での他の拠点の混合モデルとの差、%1 倍が含まれています</translation>
    </message>
    <message>
        <source>%1 were measured on %2 accelerators at most</source>
        <translation>%1 の測定は最大 %2 基まで</translation>
    </message>
    <message>
        <source>%1, %2 of the step</source>
        <translation>%1、ステップの %2</translation>
    </message>
    <message>
        <source>%1, %2 % of the step</source>
        <translation>%1、ステップの %2 %</translation>
    </message>
    <message>
        <source>%1: this release was never measured</source>
        <translation>%1: この版の測定なし</translation>
    </message>
    <message>
        <source>%1 and %2 more of these; --format json has them</source>
        <translation>%1、ほかに %2 件。--format json ですべて出力</translation>
    </message>
    <message>
        <source>if a node is replaced in %1, not %2</source>
        <translation>ノードの交換が %2 ではなく %1 なら</translation>
    </message>
    <message>
        <source>if campaigns take %1 beside, not %2</source>
        <translation>実験などの追加が %2 ではなく %1 なら</translation>
    </message>
    <message>
        <source>if nodes fail as %1, not %2</source>
        <translation>ノードの故障率が %2 ではなく %1 のものなら</translation>
    </message>
    <message>
        <source>if steps take the slow end of their 80 % interval</source>
        <translation>ステップが 80 % 区間の遅い端なら</translation>
    </message>
    <message>
        <source>if steps are as slow as their 80 % interval and past campaigns allow</source>
        <translation>ステップが 80 % 区間と過去の訓練の範囲で最も遅い場合</translation>
    </message>
    <message>
        <source>if the training stack is of %1, not %2</source>
        <translation>学習ソフトウェアが %2 ではなく %1 のものなら</translation>
    </message>
    <message>
        <source>%1 days if nodes fail as %2, not %3</source>
        <translation>ノードの故障率が %3 ではなく %2 のものなら %1 日</translation>
    </message>
    <message>
        <source>%1 days, %2 if nodes fail as %3, not %4</source>
        <translation>ノードの故障率が %4 ではなく %3 のものなら %1 日、%2</translation>
    </message>
    <message>
        <source>%1 days if the training stack is of %2, not %3</source>
        <translation>学習ソフトウェアが %3 ではなく %2 のものなら %1 日</translation>
    </message>
    <message>
        <source>%1 days, %2 if the training stack is of %3, not %4</source>
        <translation>学習ソフトウェアが %4 ではなく %3 のものなら %1 日、%2</translation>
    </message>
    <message>
        <source>no end if %1</source>
        <translation>%1 終わらない</translation>
    </message>
    <message>
        <source>no end if campaigns take %1 beside, not %2</source>
        <translation>実験などの追加が %2 ではなく %1 なら終わらない</translation>
    </message>
    <message>
        <source>no end if nodes fail as %1, not %2</source>
        <translation>ノードの故障率が %2 ではなく %1 のものなら終わらない</translation>
    </message>
    <message>
        <source>By cause, at the predicted step time</source>
        <translation>原因別（予測ステップ時間で）</translation>
    </message>
    <message>
        <source>Failures by the causes counted for %1</source>
        <translation>%1 で数えられた原因別の故障</translation>
    </message>
    <message>
        <source>Luck and model error apart</source>
        <translation>運とモデル誤差の別</translation>
    </message>
    <message>
        <source>Spare nodes tried</source>
        <translation>試した予備ノード数</translation>
    </message>
    <message>
        <source>Where the time goes, at the predicted step time</source>
        <translation>時間の内訳（予測ステップ時間で）</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>時間の内訳</translation>
    </message>
    <message>
        <source>How long it takes</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>What interrupts it</source>
        <translation>中断の原因</translation>
    </message>
    <message>
        <source>How long %1 trials took</source>
        <translation>%1 試行の所要時間</translation>
    </message>
    <message>
        <source>From wall-clock to productive time (means)</source>
        <translation>経過時間から有効な時間へ（平均）</translation>
    </message>
    <message>
        <source>band</source>
        <translation>帯</translation>
    </message>
    <message>
        <source>each band with all before it</source>
        <translation>各帯はそれ以前のすべてを含む</translation>
    </message>
    <message>
        <source>find none free</source>
        <translation>空きなし</translation>
    </message>
    <message>
        <source>find none free: of failures in need of a node, by Erlang&apos;s formula</source>
        <translation>空きなし: ノードを要する故障のうち（アーランの式）</translation>
    </message>
    <message>
        <source>left</source>
        <translation>残り</translation>
    </message>
    <message>
        <source>lost h</source>
        <translation>損失 h</translation>
    </message>
    <message>
        <source>none in most runs</source>
        <translation>大半の実行でなし</translation>
    </message>
    <message>
        <source>not always</source>
        <translation>常にではない</translation>
    </message>
    <message>
        <source>nothing interrupted any trial</source>
        <translation>中断した試行はない</translation>
    </message>
    <message>
        <source>standing still h</source>
        <translation>停止 h</translation>
    </message>
    <message>
        <source>wall-clock time</source>
        <translation>経過時間</translation>
    </message>
    <message>
        <source>wrong numbers</source>
        <translation>誤った数値</translation>
    </message>
    <message>
        <source>= productive steps</source>
        <translation>= 有効なステップ</translation>
    </message>
    <message>
        <source>productive steps</source>
        <translation>有効なステップ</translation>
    </message>
    <message>
        <source>of %1 trials: as many as the digits need</source>
        <translation>%1 試行による: 桁数に必要な数</translation>
    </message>
    <message>
        <source>by the published counts; each failure is taken to cost what the mean one does</source>
        <translation>公表された件数による。各故障の損失は平均と同じとする</translation>
    </message>
    <message>
        <source>sees no end</source>
        <translation>終わりが見えない</translation>
    </message>
    <message>
        <source>the failure rate was not counted: it is taken to differ as rates do between clusters</source>
        <translation>故障率は数えられていない: 率のクラスター間の差を取る</translation>
    </message>
    <message>
        <source>the failure rate was published without a count, and is taken as exact</source>
        <translation>故障率は件数なしで公表されており、正確とみなす</translation>
    </message>
    <message>
        <source>the step time&apos;s own error is not known for such steps, and is in none of these figures</source>
        <translation>このようなステップの時間の誤差は不明で、どの数値にも含まれない</translation>
    </message>
    <message>
        <source>%1, of which %2 came to their end; figures are of those</source>
        <translation>%1、うち %2 が完了。数値はそれらのもの</translation>
    </message>
    <message>
        <source>%1 trials, of which %2 came to their end; figures are of those</source>
        <translation>%1 試行、うち %2 が完了。数値はそれらのもの</translation>
    </message>
    <message>
        <source>%1, and %2 planned</source>
        <translation>%1、ほかに計画停止 %2</translation>
    </message>
    <message>
        <source>%1; it leaves out %2</source>
        <translation>%1、%2 は含まない</translation>
    </message>
    <message>
        <source>%1, %2 standard errors off</source>
        <translation>%1（標準誤差の %2 倍の差）</translation>
    </message>
    <message>
        <source>%1 (closed form)</source>
        <translation>%1（解析解）</translation>
    </message>
    <message>
        <source>%1 is met by %2 of the trials</source>
        <translation>%1 を試行の %2 が守る</translation>
    </message>
    <message>
        <source>are in the result of %1 of the trials, not found by the end</source>
        <translation>試行の %1 で結果に残り、終了まで見つからない</translation>
    </message>
    <message>
        <source>Interrupted: %1 of %2 trials were simulated; bands that were not reached repeat the one before.</source>
        <translation>中断: %2 試行のうち %1 をシミュレーション。到達しなかった帯は前の帯と同じ。</translation>
    </message>
    <message>
        <source>--full: luck and model error apart, where the time goes, causes, what would help, assumptions</source>
        <translation>--full: 運とモデル誤差の別、時間の内訳、原因、役立つ変更、仮定</translation>
    </message>
    <message>
        <source>chance of the deadline</source>
        <translation>期限の確率</translation>
    </message>
    <message>
        <source>luck</source>
        <translation>運</translation>
    </message>
    <message>
        <source>luck with failures</source>
        <translation>故障の運</translation>
    </message>
    <message>
        <source>+ failure rate</source>
        <translation>+ 故障率</translation>
    </message>
    <message>
        <source>+ step time&apos;s error</source>
        <translation>+ ステップ時間の誤差</translation>
    </message>
    <message>
        <source>at reduced speed</source>
        <translation>減速</translation>
    </message>
    <message>
        <source>checkpoint stalls</source>
        <translation>チェックポイントの停止</translation>
    </message>
    <message>
        <source>cold start</source>
        <translation>初回起動</translation>
    </message>
    <message>
        <source>planned pause</source>
        <translation>計画停止</translation>
    </message>
    <message>
        <source>planned pauses</source>
        <translation>計画停止</translation>
    </message>
    <message>
        <source>replacing nodes</source>
        <translation>ノードの交換</translation>
    </message>
    <message>
        <source>restart and reload</source>
        <translation>再起動と再読み込み</translation>
    </message>
    <message>
        <source>training at reduced speed</source>
        <translation>減速した学習</translation>
    </message>
    <message>
        <source>training that is lost</source>
        <translation>失われた学習</translation>
    </message>
    <message>
        <source>free spares</source>
        <translation>空き予備</translation>
    </message>
    <message>
        <source>nodes in repair</source>
        <translation>修理中のノード</translation>
    </message>
    <message>
        <source>standing still</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>share of trials</source>
        <translation>試行の割合</translation>
    </message>
    <message>
        <source>share of trials; %1 further out not drawn</source>
        <translation>試行の割合。外側の %1 は描かない</translation>
    </message>
    <message>
        <source>closed form %1 d</source>
        <translation>解析解 %1 d</translation>
    </message>
    <message>
        <source>closed form %1</source>
        <translation>解析解 %1</translation>
    </message>
    <message>
        <source>cost of the run; the one used is marked</source>
        <translation>実行の費用。使う数に印</translation>
    </message>
    <message>
        <source>days saved, on the same luck; whiskers: two standard errors</source>
        <translation>節約日数（同じ運）。ひげ: 標準誤差の二倍</translation>
    </message>
    <message>
        <source>mean hours at the predicted step time</source>
        <translation>予測ステップ時間での平均時間</translation>
    </message>
    <message>
        <source>node-hours of the run; the one used is marked</source>
        <translation>実行のノード時間。使う数に印</translation>
    </message>
    <message>
        <source>%1 trials, seed %2; %3 failures</source>
        <translation>%1 試行、シード %2。故障 %3</translation>
    </message>
    <message>
        <source>%1 bars are cut at %2 h</source>
        <translation>%1 本の棒は %2 h で切った</translation>
    </message>
    <message>
        <source>%1 trials further out are not drawn</source>
        <translation>外側の %1 試行は描かない</translation>
    </message>
    <message>
        <source>%1 days (P50)</source>
        <translation>%1 日 (P50)</translation>
    </message>
    <message>
        <source>%1: cannot run</source>
        <translation>%1: 実行できません</translation>
    </message>
    <message>
        <source>%1: misses %2: kept by %3 of the trials; %4, %5</source>
        <translation>%1: %2 に間に合わない（間に合う試行は %3）。%4、%5</translation>
    </message>
    <message>
        <source>%1: misses %2</source>
        <translation>%1: 期限 %2 を守れません</translation>
    </message>
    <message>
        <source>%1: no trial was simulated to its end</source>
        <translation>%1: 完了した試行はない</translation>
    </message>
    <message>
        <source>%1: %2 of the trials come to their end, those in %3, %4</source>
        <translation>%1: 試行の %2 が完了、それらは %3、%4</translation>
    </message>
    <message>
        <source>%1: %2, ready by %3 with 90 %, %4</source>
        <translation>%1: %2、90 % の確率で %3 までに完了、%4</translation>
    </message>
    <message>
        <source>survives its node</source>
        <translation>自ノードの障害に耐える</translation>
    </message>
    <message>
        <source>%1: %2 days, %3</source>
        <translation>%1: %2 日、%3</translation>
    </message>
    <message>
        <source>%1: %2 days fewer</source>
        <translation>%1: %2 日短縮</translation>
    </message>
    <message>
        <source>%1: %2 days fewer, %3 less</source>
        <translation>%1: %2 日短縮、%3 減</translation>
    </message>
    <message>
        <source>%1: %2 days fewer, %3 more</source>
        <translation>%1: %2 日短縮、%3 増</translation>
    </message>
    <message>
        <source>one more spare node</source>
        <translation>予備ノードをさらに一つ</translation>
    </message>
    <message>
        <source>%1 compared with %2</source>
        <translation>%2 と比べた %1</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%2 に対する %1</translation>
    </message>
    <message>
        <source>%1=%2 against %3</source>
        <translation>%3 に対する %1=%2</translation>
    </message>
    <message>
        <source>Inputs that differ</source>
        <translation>異なる入力</translation>
    </message>
    <message>
        <source>Why, by cause</source>
        <translation>理由（原因別）</translation>
    </message>
    <message>
        <source>Why, by input</source>
        <translation>理由（入力別）</translation>
    </message>
    <message>
        <source>%1: days %2 (80 %: %3), cost %4</source>
        <translation>%1: 日数 %2 (80 %: %3)、費用 %4</translation>
    </message>
    <message>
        <source>%1: days %2 (%3; 80 %: %4), cost %5</source>
        <translation>%1: 日数 %2 (%3、80 %: %4)、費用 %5</translation>
    </message>
    <message>
        <source>%1: days %2 (%3; 80 %: %4), cost unknown</source>
        <translation>%1: 日数 %2 (%3、80 %: %4)、費用は不明</translation>
    </message>
    <message>
        <source>%1: days %2 (80 %: %3), cost unknown</source>
        <translation>%1: 日数 %2 (80 %: %3)、費用は不明</translation>
    </message>
    <message>
        <source>%1: days %2, cost %3</source>
        <translation>%1: 日数 %2、費用 %3</translation>
    </message>
    <message>
        <source>%1 (%2; 80 %: %3)</source>
        <translation>%1 (%2、80 %: %3)</translation>
    </message>
    <message>
        <source>together %1</source>
        <translation>合計 %1</translation>
    </message>
    <message>
        <source>all as %1</source>
        <translation>すべて %1 と同じ</translation>
    </message>
    <message>
        <source>none of these figures differs</source>
        <translation>これらの数値に差はない</translation>
    </message>
    <message>
        <source>not known: one of the two answers does not carry its scenario</source>
        <translation>不明: 一方の回答にシナリオがない</translation>
    </message>
    <message>
        <source>not planned with %1</source>
        <translation>%1 では計画なし</translation>
    </message>
    <message>
        <source>%1 changes of %2</source>
        <translation>%2 の変更 %1 件</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%2 での %1</translation>
    </message>
    <message>
        <source>· filled in by a rule or the catalogue</source>
        <translation>· 規則またはカタログで補ったもの</translation>
    </message>
    <message>
        <source>mean over %1 orders drawn of making the changes; standard errors up to %2 % of the largest share</source>
        <translation>変更の順序 %1 通りの平均。標準誤差は最大の割合の %2 % まで</translation>
    </message>
    <message>
        <source>mean over the %1 % of the orders that lead through plans that can be made</source>
        <translation>作れる計画だけを通る順序 %1 % の平均</translation>
    </message>
    <message>
        <source>a tie: %1 trains %2 % faster, 80 %: %3 to %4 %</source>
        <translation>同等: %1 は学習が %2 % 速い、80 %: %3 から %4 %</translation>
    </message>
    <message>
        <source>a tie: %1 trains %2 % slower, 80 %: %3 to %4 %</source>
        <translation>同等: %1 は学習が %2 % 遅い、80 %: %3 から %4 %</translation>
    </message>
    <message>
        <source>%1, errors taken as independent</source>
        <translation>%1、誤差は独立とみなす</translation>
    </message>
    <message>
        <source>%1 trains %2 % faster (80 %: %3 to %4 %)</source>
        <translation>%1 は学習が %2 % 速い (80 %: %3 から %4 %)</translation>
    </message>
    <message>
        <source>%1 trains %2 % slower (80 %: %3 to %4 %)</source>
        <translation>%1 は学習が %2 % 遅い (80 %: %3 から %4 %)</translation>
    </message>
    <message>
        <source>%1 trains %2 % faster (80 %: %3 to %4 %, errors taken as independent)</source>
        <translation>%1 は学習が %2 % 速い (80 %: %3 から %4 %、誤差は独立とみなす)</translation>
    </message>
    <message>
        <source>%1 trains %2 % slower (80 %: %3 to %4 %, errors taken as independent)</source>
        <translation>%1 は学習が %2 % 遅い (80 %: %3 から %4 %、誤差は独立とみなす)</translation>
    </message>
    <message>
        <source>%1 is another model: it takes %2 % more tokens a second (80 %: %3 to %4 %), which are other work</source>
        <translation>%1 は別のモデル: 毎秒のトークン数が %2 % 多い (80 %: %3 から %4 %) が、作業が異なる</translation>
    </message>
    <message>
        <source>%1 is another model: it takes %2 % fewer tokens a second (80 %: %3 to %4 %), which are other work</source>
        <translation>%1 は別のモデル: 毎秒のトークン数が %2 % 少ない (80 %: %3 から %4 %) が、作業が異なる</translation>
    </message>
    <message>
        <source>it was stopped before every set of changes was planned</source>
        <translation>すべての変更の組を計画する前に中止された</translation>
    </message>
    <message>
        <source>no order of the changes leads from one to the other by plans that can be made</source>
        <translation>作れる計画だけを通って一方から他方へ至る変更の順序がない</translation>
    </message>
    <message>
        <source>nothing to plan</source>
        <translation>計画するものがない</translation>
    </message>
    <message>
        <source>one of the two is not what planning its scenario gives</source>
        <translation>一方がそのシナリオの計画結果と異なる</translation>
    </message>
    <message>
        <source>one of the two is simulated, or of a search; compare the scenarios to have shares</source>
        <translation>一方がシミュレーションか探索の結果。割合を出すにはシナリオ同士を比べる</translation>
    </message>
    <message>
        <source>the changes, made in one scenario, do not give the other one&apos;s plan</source>
        <translation>変更を一方のシナリオに加えても、他方の計画にならない</translation>
    </message>
    <message>
        <source>they state the same</source>
        <translation>両者の記載は同じ</translation>
    </message>
    <message>
        <source>too many inputs differ</source>
        <translation>異なる入力が多すぎる</translation>
    </message>
    <message>
        <source>Nothing that was tried can run in time, so nothing meets %1</source>
        <translation>試したものはどれも期限内に実行できず、%1 を満たしません</translation>
    </message>
    <message>
        <source>Nothing that was tried meets %1; nearest is %2, which fails %3</source>
        <translation>試したものはどれも %1 を満たしません。最も近い %2 も %3 を満たしません</translation>
    </message>
    <message>
        <source>Nothing that was tried meets %1; nearest is %2 = %3, which fails %4 (%5 is %6)</source>
        <translation>試したものはどれも %1 を満たしません。最も近いのは %2 = %3 ですが、%4 を満たしません（%5 は %6）</translation>
    </message>
    <message>
        <source>is it the most of %1 that is looked for?  %2, the least that was tried, meets %3 already; say --maximize %4, or --minimize %5 (or cost, days)</source>
        <translation>%1 の最大を探していますか？ 試した最小の %2 が既に %3 を満たします。--maximize %4 または --minimize %5（`cost` や `days` も可）を指定してください</translation>
    </message>
    <message>
        <source>it misses %1 (%2 is %3) by %4 times the bound</source>
        <translation>%1 を満たさない（%2 は %3）。境界値の %4 倍の差</translation>
    </message>
    <message>
        <source>it misses %1 (%2 is %3) by %4</source>
        <translation>%1 を満たさない（%2 は %3）。差は %4</translation>
    </message>
    <message>
        <source>it misses %1 %2</source>
        <translation>%1 を満たさない %2</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 は %2</translation>
    </message>
    <message>
        <source>%1 is %2 days</source>
        <translation>%1 は %2 日</translation>
    </message>
    <message>
        <source>the answer is at the end of what was tried: a wider list may hold a better one</source>
        <translation>答えは試した範囲の端です: 範囲を広げればより良いものがあるかもしれません</translation>
    </message>
    <message>
        <source>%1 other points meet the bound, but their %2 is unknown</source>
        <translation>ほかに %1 点が境界値を満たすが、その %2 は不明</translation>
    </message>
    <message>
        <source>%1 points meet %2, but %3 of none is known</source>
        <translation>%1 点が %2 を満たすが、%3 はどれも不明</translation>
    </message>
    <message>
        <source>scanned: %1 values of %2; %3 of %4 can run</source>
        <translation>走査: %2 の %1 値、%4 のうち %3 が実行可能</translation>
    </message>
    <message>
        <source>scanned: %1 values of %2, %3 values of %4; %5 of %6 can run</source>
        <translation>走査: %2 の %1 値、%4 の %3 値、%6 のうち %5 が実行可能</translation>
    </message>
    <message>
        <source>%1 values of %2 from %3 to %4</source>
        <translation>%2 の %1 値（%3 から %4）</translation>
    </message>
    <message>
        <source>planned: the nearest that divides; --set cluster.strict=true keeps every number</source>
        <translation>計画: 割り切れる最も近い値。--set cluster.strict=true では値をそのまま使う</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>余裕が少ない</translation>
    </message>
    <message>
        <source>tight: the memory fits with a chance between %1 and %2 %; --columns memory.chance_of_fitting tells it</source>
        <translation>余裕が少ない: メモリーに収まる確率は %1 から %2 % の間。--columns memory.chance_of_fitting で示される</translation>
    </message>
    <message>
        <source>do not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>%1 do not fit</source>
        <translation>収まらない %1</translation>
    </message>
    <message>
        <source>%1 miss the deadline</source>
        <translation>期限に遅れる %1</translation>
    </message>
    <message>
        <source>%1 never end</source>
        <translation>終わらない %1</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>却下 %1</translation>
    </message>
    <message>
        <source>%1 out of memory</source>
        <translation>メモリー不足 %1</translation>
    </message>
    <message>
        <source>%1 ok</source>
        <translation>可 %1</translation>
    </message>
    <message>
        <source>%1 of %2 points: %3</source>
        <translation>%2 点のうち %1: %3</translation>
    </message>
    <message>
        <source>miss the deadline</source>
        <translation>期限に遅れる</translation>
    </message>
    <message>
        <source>never end</source>
        <translation>終わらない</translation>
    </message>
    <message>
        <source>cost unknown: %1</source>
        <translation>費用は不明: %1</translation>
    </message>
    <message>
        <source>Capacity Blocks are not sold for so many days.</source>
        <translation>Capacity Blocks はこの日数では販売されていません。</translation>
    </message>
    <message>
        <source>Capacity Blocks are not sold for so many nodes at once.</source>
        <translation>Capacity Blocks はこのノード数を同時には販売していません。</translation>
    </message>
    <message>
        <source>Most trials do not end.</source>
        <translation>試行の大半が完了しません。</translation>
    </message>
    <message>
        <source>No plan divides these nodes and this batch.</source>
        <translation>このノード数とバッチを割り切る計画がありません。</translation>
    </message>
    <message>
        <source>No plan fits in memory.</source>
        <translation>メモリーに収まる計画がありません。</translation>
    </message>
    <message>
        <source>Sweep of %1</source>
        <translation>%1 の掃引</translation>
    </message>
    <message>
        <source>%1 of %2 nodes train</source>
        <translation>%2 ノードのうち %1 が学習</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>実行不可</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>money against days</source>
        <translation>金額と日数</translation>
    </message>
    <message>
        <source>days; ringed: no other point is both sooner and cheaper</source>
        <translation>日数。丸囲み: より早くかつ安い点がほかにない</translation>
    </message>
    <message>
        <source>%1; a band holds 80 %; × cannot run; ? is not known</source>
        <translation>%1。帯は 80 % 区間、× は実行不可、? は不明</translation>
    </message>
    <message>
        <source>%1; × cannot run; ? is not known</source>
        <translation>%1。× は実行不可、? は不明</translation>
    </message>
    <message>
        <source>%1; grey cannot run or is not known</source>
        <translation>%1。灰色は実行不可または不明</translation>
    </message>
    <message>
        <source>%1, the best of each place</source>
        <translation>%1、各点で最良のもの</translation>
    </message>
    <message>
        <source>Nothing else</source>
        <translation>ほかになし</translation>
    </message>
    <message>
        <source>%1 more rows: -o FILE.csv has all</source>
        <translation>ほかに %1 行: -o FILE.csv ですべて出力</translation>
    </message>
    <message>
        <source>%1 other reasons: -o FILE.csv has all</source>
        <translation>ほかに %1 件の理由: -o FILE.csv ですべて出力</translation>
    </message>
    <message>
        <source>%1, interrupted: the best so far</source>
        <translation>%1、中断: ここまでの最良</translation>
    </message>
    <message>
        <source>Best plan</source>
        <translation>最良の計画</translation>
    </message>
    <message>
        <source>Best plans</source>
        <translation>最良の計画</translation>
    </message>
    <message>
        <source>Plans looked at</source>
        <translation>調べた計画</translation>
    </message>
    <message>
        <source>None better in step time, memory, money and nodes at once</source>
        <translation>ステップ時間・メモリー・金額・ノード数のすべてでより良いものはない</translation>
    </message>
    <message>
        <source>attention heads not divisible by tensor</source>
        <translation>アテンションヘッド数が tensor で割り切れない</translation>
    </message>
    <message>
        <source>batch not divisible by data</source>
        <translation>バッチが data で割り切れない</translation>
    </message>
    <message>
        <source>batch of a replica not divisible by the micro-batch</source>
        <translation>レプリカのバッチがマイクロバッチで割り切れない</translation>
    </message>
    <message>
        <source>data × context not divisible by expert</source>
        <translation>data × context が expert で割り切れない</translation>
    </message>
    <message>
        <source>fewer micro-batches in a pipeline than asked for</source>
        <translation>パイプラインのマイクロバッチが要求より少ない</translation>
    </message>
    <message>
        <source>micro-batches or stages that the schedule does not take</source>
        <translation>スケジュールが扱えないマイクロバッチ数・ステージ数</translation>
    </message>
    <message>
        <source>two batches that overlap where the framework does not let them</source>
        <translation>フレームワークが許さない所での二つのバッチの重ね合わせ</translation>
    </message>
    <message>
        <source>no other copy of the model to go on with</source>
        <translation>続行に使えるモデルの写しがない</translation>
    </message>
    <message>
        <source>out of the host&apos;s memory</source>
        <translation>ホストのメモリー不足</translation>
    </message>
    <message>
        <source>sequence not divisible by 2 × context</source>
        <translation>系列が 2 × context で割り切れない</translation>
    </message>
    <message>
        <source>The cheapest training that reaches loss %1</source>
        <translation>損失 %1 に達する最も安い学習</translation>
    </message>
    <message>
        <source>The training for which %1 parameters are the best choice</source>
        <translation>%1 パラメーターが最良となる学習</translation>
    </message>
    <message>
        <source>The training for which %1 tokens are the best choice</source>
        <translation>%1 トークンが最良となる学習</translation>
    </message>
    <message>
        <source>What %1 buys on %2: %3</source>
        <translation>%2 で %1 が買えるもの: %3</translation>
    </message>
    <message>
        <source>Compute-optimal training with %1</source>
        <translation>%1 での計算最適な学習</translation>
    </message>
    <message>
        <source>%1: beside training, %2 of serving %3 tokens</source>
        <translation>%1: 学習のほかに、%3 トークンの推論に %2</translation>
    </message>
    <message>
        <source>as given: share</source>
        <translation>割合は指定のとおり</translation>
    </message>
    <message>
        <source>more than that repeats them (muennighoff-2023)</source>
        <translation>それ以上は反復になる (muennighoff-2023)</translation>
    </message>
    <message>
        <source>%1 of the dense %2 peak, %3 per accelerator; 6ND FLOP</source>
        <translation>密な %2 ピークの %1、アクセラレーターあたり %3。6ND FLOP</translation>
    </message>
    <message>
        <source>no price of this instance is known</source>
        <translation>このインスタンスの価格は知られていない</translation>
    </message>
    <message>
        <source>no %1 price of %2 in %3 on %4 is known: no cost is given; %5</source>
        <translation>%3 の %2 の %1 価格は %4 時点で知られていません: 費用は出ません。%5</translation>
    </message>
    <message>
        <source>regions with prices: %1</source>
        <translation>価格のあるリージョン: %1</translation>
    </message>
    <message>
        <source>kinds with prices in %1: %2</source>
        <translation>%1 で価格のある方式: %2</translation>
    </message>
    <message>
        <source>%1: %2 accelerators, bisection bandwidth %3 each way</source>
        <translation>%1: アクセラレーター %2 基、二分帯域幅は片方向 %3</translation>
    </message>
    <message>
        <source>every size</source>
        <translation>すべてのサイズ</translation>
    </message>
    <message>
        <source>%1 of every size</source>
        <translation>すべてのサイズの %1</translation>
    </message>
    <message>
        <source>nics</source>
        <translation>NIC</translation>
    </message>
    <message>
        <source>core switches</source>
        <translation>コアスイッチ</translation>
    </message>
    <message>
        <source>leaf switches</source>
        <translation>リーフスイッチ</translation>
    </message>
    <message>
        <source>leaf switch</source>
        <translation>リーフスイッチ</translation>
    </message>
    <message>
        <source>machines in a pod</source>
        <translation>ポッドの計算機</translation>
    </message>
    <message>
        <source>oversubscription of pods</source>
        <translation>ポッドのオーバーサブスクリプション</translation>
    </message>
    <message>
        <source>PCIe switches of a machine</source>
        <translation>計算機の PCIe スイッチ</translation>
    </message>
    <message>
        <source>not stated; half the %1 ports of a spine lead down</source>
        <translation>記載なし。スパインの %1 ポートの半分が下向き</translation>
    </message>
    <message>
        <source>not stated; half the %1 ports of a leaf lead down</source>
        <translation>記載なし。リーフの %1 ポートの半分が下向き</translation>
    </message>
    <message>
        <source>not stated; one for each set of NICs that serves the same accelerators</source>
        <translation>記載なし。同じアクセラレーターにつながる NIC の組ごとに一つ</translation>
    </message>
    <message>
        <source>EFA v1 (Nitro v3), leaf switch</source>
        <translation>EFA v1 (Nitro v3)、リーフスイッチ</translation>
    </message>
    <message>
        <source>InfiniBand NDR, 8 rail leaves</source>
        <translation>InfiniBand NDR、8 レールのリーフ</translation>
    </message>
    <message>
        <source>Two or more %1 or %2 over EFA v1</source>
        <translation>EFA v1 による 二台以上の %1 または %2</translation>
    </message>
    <message>
        <source>Two or more %1 over EFA v2</source>
        <translation>EFA v2 による 二台以上の %1</translation>
    </message>
    <message>
        <source>H100 nodes with eight 400 Gbit/s NICs (InfiniBand NDR, RoCE)</source>
        <translation>400 Gbit/s NIC 八枚の H100 ノード (InfiniBand NDR、RoCE)</translation>
    </message>
    <message>
        <source>Reference: DGX SuperPOD H100</source>
        <translation>参照構成: DGX SuperPOD H100</translation>
    </message>
    <message>
        <source>closed form, for want of measurements: bandwidth and latency terms only; medium sizes are optimistic, since filling the pipe is neglected</source>
        <translation>測定がないため解析解: 帯域幅とレイテンシーの項のみ。パイプを満たす過程を無視するため中間のサイズは楽観的</translation>
    </message>
    <message>
        <source>the interval is as wide as rows of whole systems that were left out</source>
        <translation>区間は除外したシステム全体の行と同じ広さ</translation>
    </message>
    <message>
        <source>its fit</source>
        <translation>その当てはめ</translation>
    </message>
    <message>
        <source>one accelerator has nothing to communicate</source>
        <translation>アクセラレーター 一基では通信するものがない</translation>
    </message>
    <message>
        <source>%1: %2 at %3 a GPU and direction, %4 of it reached, %5 a message</source>
        <translation>%1: GPU・片方向あたり %3 の %2、達するのはその %4、メッセージあたり %5</translation>
    </message>
    <message>
        <source>%1 over %2 GPUs: %3 × %4</source>
        <translation>%2 GPU の %1: %3 × %4</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>across</source>
        <translation>領域間</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>ランク</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>校正済み</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>points</source>
        <translation>点</translation>
    </message>
    <message>
        <source>instance</source>
        <translation>インスタンス</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>orchestrator</source>
        <translation>オーケストレーター</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>優先度</translation>
    </message>
    <message>
        <source>earliest</source>
        <translation>最も早い開始</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>シナリオ</translation>
    </message>
    <message>
        <source>pools</source>
        <translation>プール</translation>
    </message>
    <message>
        <source>training jobs</source>
        <translation>学習ジョブ</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>deadlines</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>all by day %1</source>
        <translation>%1 日目までにすべて</translation>
    </message>
    <message>
        <source>budgets: of %1 of %2 organisations; the others state none</source>
        <translation>予算: %2 組織のうち %1 組織のもの。ほかは記載なし</translation>
    </message>
    <message>
        <source>expected, P10, P90: of all organisations together, for the nodes that they are given; the quantiles are those of the sum in each trial</source>
        <translation>期待値・P10・P90: 全組織の合計（与えられたノード）。分位点は各試行の和のもの</translation>
    </message>
    <message>
        <source>Money up to each month&apos;s end</source>
        <translation>各月末までの累計金額</translation>
    </message>
    <message>
        <source>until the end of</source>
        <translation>月末</translation>
    </message>
    <message>
        <source>budgets</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>%1（%2 から）</translation>
    </message>
    <message>
        <source>%1 on %2, the catalogue&apos;s of each day</source>
        <translation>%2 に %1（カタログのその日ごとの価格）</translation>
    </message>
    <message>
        <source>%1, stated (%2)</source>
        <translation>%1、指定（%2）</translation>
    </message>
    <message>
        <source>%1, %2, since %3</source>
        <translation>%1、%2、%3 から</translation>
    </message>
    <message>
        <source>%1 projects of %2 organisations; %3 deadlines; %4 nodes where all have the fewest that are stated</source>
        <translation>%2 組織の %1 プロジェクト、期限 %3、すべて最少の指定なら %4 ノード</translation>
    </message>
    <message>
        <source>%1 projects of %2 organisations; %3 deadline; %4 nodes where all have the fewest that are stated</source>
        <translation>%2 組織の %1 プロジェクト、期限 %3、すべて最少の指定なら %4 ノード</translation>
    </message>
    <message>
        <source>%1 project of %2 organisation; %3 deadline; %4 nodes where all have the fewest that are stated</source>
        <translation>%2 組織の %1 プロジェクト、期限 %3、すべて最少の指定なら %4 ノード</translation>
    </message>
    <message>
        <source>%1 projects of %2 organisation; %3 deadlines; %4 nodes where all have the fewest that are stated</source>
        <translation>%2 組織の %1 プロジェクト、期限 %3、すべて最少の指定なら %4 ノード</translation>
    </message>
    <message>
        <source>%1 projects of %2 organisation; %3 deadline; %4 nodes where all have the fewest that are stated</source>
        <translation>%2 組織の %1 プロジェクト、期限 %3、すべて最少の指定なら %4 ノード</translation>
    </message>
    <message>
        <source>%1 projects</source>
        <translation>%1 プロジェクト</translation>
    </message>
    <message>
        <source>%1 project</source>
        <translation>%1 プロジェクト</translation>
    </message>
    <message>
        <source>%1 organisations</source>
        <translation>%1 組織</translation>
    </message>
    <message>
        <source>%1 organisation</source>
        <translation>%1 組織</translation>
    </message>
    <message>
        <source>%1 deadlines</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>%1 deadline</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>%1 pools</source>
        <translation>プール %1</translation>
    </message>
    <message>
        <source>%1 pool</source>
        <translation>プール %1</translation>
    </message>
    <message>
        <source>%1 phases</source>
        <translation>段階 %1</translation>
    </message>
    <message>
        <source>%1 phase</source>
        <translation>段階 %1</translation>
    </message>
    <message>
        <source>%1 deliveries</source>
        <translation>納入 %1</translation>
    </message>
    <message>
        <source>%1 delivery</source>
        <translation>納入 %1</translation>
    </message>
    <message>
        <source>%1 returns</source>
        <translation>返却 %1</translation>
    </message>
    <message>
        <source>%1 maintenances</source>
        <translation>保守 %1</translation>
    </message>
    <message>
        <source>%1 maintenance</source>
        <translation>保守 %1</translation>
    </message>
    <message>
        <source>%1 projects of %2 organisations</source>
        <translation>%2 組織の %1 プロジェクト</translation>
    </message>
    <message>
        <source>%1 project of %2 organisation</source>
        <translation>%2 組織の %1 プロジェクト</translation>
    </message>
    <message>
        <source>%1 projects of %2 organisation</source>
        <translation>%2 組織の %1 プロジェクト</translation>
    </message>
    <message>
        <source>%1 nodes where all have the fewest that are stated</source>
        <translation>すべて最少の指定なら %1 ノード</translation>
    </message>
    <message>
        <source>%1; budgets %2 of %3</source>
        <translation>%1、予算 %2（%3 のうち）</translation>
    </message>
    <message>
        <source>%1; %2 node-hours stated</source>
        <translation>%1、指定 %2 ノード時間</translation>
    </message>
    <message>
        <source>%1 node-hours stated</source>
        <translation>指定 %1 ノード時間</translation>
    </message>
    <message>
        <source>%1 nodes delivered, %2 of them spares</source>
        <translation>納入 %1 ノード、うち予備 %2</translation>
    </message>
    <message>
        <source>%1; %2 nodes delivered, %3 of them spares</source>
        <translation>%1、納入 %2 ノード、うち予備 %3</translation>
    </message>
    <message>
        <source>%1; shares %2 % of %3</source>
        <translation>%1、配分は %3 の %2 %</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>役立つ変更</translation>
    </message>
    <message>
        <source>One more node</source>
        <translation>ノードをもう一つ</translation>
    </message>
    <message>
        <source>not placed</source>
        <translation>未配置</translation>
    </message>
    <message>
        <source>weight placed</source>
        <translation>配置された重み</translation>
    </message>
    <message>
        <source>weighted days less late</source>
        <translation>重みつき遅延日数の減少</translation>
    </message>
    <message>
        <source>set with</source>
        <translation>設定方法</translation>
    </message>
    <message>
        <source>at least, of the placement anew with a node more on those days; weeks that are not here were not found to help</source>
        <translation>少なくとも: その日々にノードを一つ増やして配置し直した値。ここにない週は効果なし</translation>
    </message>
    <message>
        <source>each planned again with the whole programme; what puts nobody at risk first, then the cheapest; price: for the pools</source>
        <translation>それぞれプログラム全体で計画し直したもの。誰も遅らせないもの、次に安いものの順。価格はプールの分</translation>
    </message>
    <message>
        <source>no single change that was tried helps</source>
        <translation>試した単独の変更に役立つものはない</translation>
    </message>
    <message>
        <source>%1; puts %2 at risk</source>
        <translation>%1、%2 に遅延のおそれ</translation>
    </message>
    <message>
        <source>%1 (%2 of its own)</source>
        <translation>%1（うち自身 %2）</translation>
    </message>
    <message>
        <source>%1 of its own</source>
        <translation>うち自身 %1</translation>
    </message>
    <message>
        <source>list scheduling and local search</source>
        <translation>リストスケジューリングと局所探索</translation>
    </message>
    <message>
        <source>placed by %1</source>
        <translation>%1で配置</translation>
    </message>
    <message>
        <source>ahead of the others</source>
        <translation>ほかより優先</translation>
    </message>
    <message>
        <source>on pool %1</source>
        <translation>プール %1 で</translation>
    </message>
    <message>
        <source>on %1 nodes instead of %2</source>
        <translation>%2 ではなく %1 ノードで</translation>
    </message>
    <message>
        <source>on %1 tokens, %2 %</source>
        <translation>%1 トークンで、%2 %</translation>
    </message>
    <message>
        <source>started %1 weeks earlier</source>
        <translation>%1 週早く開始</translation>
    </message>
    <message>
        <source>with the %1 nodes of pool %2 of %3 delivered %4 weeks earlier</source>
        <translation>プール %2 の %3 の %1 ノードを %4 週早く納入</translation>
    </message>
    <message>
        <source>with %1 more nodes in pool %2</source>
        <translation>プール %2 に %1 ノード追加</translation>
    </message>
    <message>
        <source>with %1 more spares of pool %2</source>
        <translation>プール %2 の予備を %1 追加</translation>
    </message>
    <message>
        <source>even alone and on as many nodes as it may have it takes %1 days, %2 more than there are</source>
        <translation>単独で最大のノード数でも %1 日かかり、%2 日超過する</translation>
    </message>
    <message>
        <source>it is placed to end %1 days late, and %2 without the others: its nodes are not there before</source>
        <translation>配置では %1 日遅れて終わり、ほかがなくても %2 日遅れます。それより前にはノードがありません</translation>
    </message>
    <message>
        <source>%1 by %2: placed to end %3 days late, for its nodes are not there before</source>
        <translation>%2 までに %1：配置では %3 日遅れ、それより前にはノードがない</translation>
    </message>
    <message>
        <source>%1 jobs of %2 nodes or more are to run in the mean, and the %3 nodes of %4 have room for %5: their queue grows without end; %6 nodes at least keep up with it</source>
        <translation>%2 ノード以上のジョブが平均 %1 件走るはずだが、%4 の %3 ノードに入るのは %5 件: 待ち行列は際限なく伸びる。追いつくには少なくとも %6 ノードが要る</translation>
    </message>
    <message>
        <source>it is placed to end %1 days late, for others have the nodes before</source>
        <translation>先にほかがノードを使うため、%1 日遅れて終わる配置</translation>
    </message>
    <message>
        <source>it is ready by %1 with a chance of %2, and %3 are wanted</source>
        <translation>%1 までに完了する確率は %2、要求は %3</translation>
    </message>
    <message>
        <source>it is ready by %1 with a chance of %2 %, and %3 % are wanted</source>
        <translation>%1 までに完了する確率は %2 %、要求は %3 %</translation>
    </message>
    <message>
        <source>it takes %1 days where it is fastest, and its nodes are there for %2, from %3 on</source>
        <translation>最速でも %1 日かかり、ノードがあるのは %3 から %2 日</translation>
    </message>
    <message>
        <source>it ends in %1 % of the trials</source>
        <translation>試行の %1 % で完了</translation>
    </message>
    <message>
        <source>%1 by %2: it ends in %3 % of the trials</source>
        <translation>%2 までに %1：試行の %3 % で完了</translation>
    </message>
    <message>
        <source>%1 no longer comes after %2, which is left out.</source>
        <translation>%2 を除いたため、%1 はもう %2 を待ちません。</translation>
    </message>
    <message>
        <source>%1 ends in %2 % of the trials, and never in the others.</source>
        <translation>%1 が完了するのは試行の %2 % で、残りの試行では完了しません。</translation>
    </message>
    <message>
        <source>its median ends %1 days late</source>
        <translation>中央値で %1 日遅れる</translation>
    </message>
    <message>
        <source>%1 by %2: P90 is %3 days after a median that leaves %4</source>
        <translation>%2 までに %1：P90 は中央値の %3 日後、中央値の余裕は %4 日</translation>
    </message>
    <message>
        <source>%1 by %2: its median ends %3 days late</source>
        <translation>%2 までに %1：中央値で %3 日遅れ</translation>
    </message>
    <message>
        <source>%1 by %2: placed to end %3 days late, behind others</source>
        <translation>%2 までに %1：他の後に配置され %3 日遅れて終了</translation>
    </message>
    <message>
        <source>%1 by %2: alone it takes %3 days, %4 too many</source>
        <translation>%2 までに %1：単独でも %3 日かかり、%4 日超過</translation>
    </message>
    <message>
        <source>its median leaves %1 days, and its P90 is %2 days after its median</source>
        <translation>中央値の余裕は %1 日、P90 は中央値の %2 日後</translation>
    </message>
    <message>
        <source>its phase &quot;%1&quot; runs on none of its numbers of nodes</source>
        <translation>段階 &quot;%1&quot; はどの指定ノード数でも動かない</translation>
    </message>
    <message>
        <source>there is no room for it beside the other projects</source>
        <translation>ほかのプロジェクトと並べる空きがない</translation>
    </message>
    <message>
        <source>its phase &quot;%1&quot; takes %2 days in a row where it is fastest, and %3 has %4 nodes for %5 at most</source>
        <translation>段階 &quot;%1&quot; は最速でも続けて %2 日かかり、%3 に %4 ノードが続けてあるのは最長 %5 日</translation>
    </message>
    <message>
        <source>it takes %1 days in a row where it is fastest, and %2 has %3 nodes for %4 at most</source>
        <translation>最速でも続けて %1 日かかり、%2 に %3 ノードが続けてあるのは最長 %4 日</translation>
    </message>
    <message>
        <source>the longest stretch between maintenance is %1 to %2</source>
        <translation>保守の間で最も長いのは %1 から %2 まで</translation>
    </message>
    <message>
        <source>a run, which writes checkpoints, or a stream of jobs goes on after maintenance</source>
        <translation>チェックポイントを書く学習や、次々に来るジョブなら、保守の後に続けられる</translation>
    </message>
    <message>
        <source>takes %1 days in a row; its nodes are there for %2 at most</source>
        <translation>続けて %1 日かかり、ノードが続けてあるのは最長 %2 日</translation>
    </message>
    <message>
        <source>it comes after %1, which ends on %2</source>
        <translation>%2 に終わる %1 の後になる</translation>
    </message>
    <message>
        <source>it is placed there, and in the median of the trials its nodes are free only then</source>
        <translation>その位置に配置され、試行の中央値でノードが空くのはその日</translation>
    </message>
    <message>
        <source>its median ends on %1, after the programme&apos;s last day %2</source>
        <translation>中央値の終了 %1 がプログラムの最終日 %2 の後になる</translation>
    </message>
    <message>
        <source>its median ends on %1, %2 days after its deadline %3</source>
        <translation>中央値の終了 %1 が期限 %3 の %2 日後になる</translation>
    </message>
    <message>
        <source>its nodes are free before, and nothing is gained by an earlier start</source>
        <translation>ノードは前から空いているが、早く始めても得るものがない</translation>
    </message>
    <message>
        <source>the queue gives it its nodes then</source>
        <translation>待ち行列がその時にノードを与える</translation>
    </message>
    <message>
        <source>too few nodes of %1 on %2: %3 wanted, %4 there</source>
        <translation>%2 に %1 のノードが不足: 必要 %3、保有 %4</translation>
    </message>
    <message>
        <source>%1 comes after it, and starts on %2</source>
        <translation>%1 はその後に続き、%2 に始まる</translation>
    </message>
    <message>
        <source>%1 is none of the numbers of nodes that &quot;%2&quot; can have on %3; give %4</source>
        <translation>%1 は %3 で &quot;%2&quot; が取れるノード数ではありません。%4 を指定してください</translation>
    </message>
    <message>
        <source>%1 is not placed: %2</source>
        <translation>%1 は未配置: %2</translation>
    </message>
    <message>
        <source>%1 nodes of %2 are refused: %3</source>
        <translation>%2 の %1 ノードは不可: %3</translation>
    </message>
    <message>
        <source>%1 starts on %2, not on %3: %4</source>
        <translation>%1 は %3 ではなく %2 に始まる: %4</translation>
    </message>
    <message>
        <source>pool %1 never has more than %2 nodes for projects</source>
        <translation>プール %1 がプロジェクトに使えるのは最大 %2 ノード</translation>
    </message>
    <message>
        <source>it does not end</source>
        <translation>終わらない</translation>
    </message>
    <message>
        <source>The placement is not proved: %1.</source>
        <translation>配置の最適性は証明されていません: %1。</translation>
    </message>
    <message>
        <source>The others&apos; results leave out the jobs of %1, which is not placed.</source>
        <translation>ほかの結果は、未配置の %1 のジョブを含まない。</translation>
    </message>
    <message>
        <source>streams of jobs ask for %1 nodes of %2 in the mean, and it has %3 at most for projects: their queue grows without end; %4 nodes at least keep up with it</source>
        <translation>次々に来るジョブは %2 に平均 %1 ノードを求めるが、プロジェクトに使えるのは最大 %3 ノード: 待ち行列は際限なく伸びる。追いつくには少なくとも %4 ノードが要る</translation>
    </message>
    <message>
        <source>looking for remedies</source>
        <translation>役立つ変更を探索中</translation>
    </message>
    <message>
        <source>what a node more is worth</source>
        <translation>ノード追加の価値</translation>
    </message>
    <message>
        <source>block ends</source>
        <translation>ブロック終了</translation>
    </message>
    <message>
        <source>end unknown</source>
        <translation>終了は不明</translation>
    </message>
    <message>
        <source>never ends</source>
        <translation>終わらない</translation>
    </message>
    <message>
        <source>in use, simulated, by week</source>
        <translation>使用（シミュレーション、週ごと）</translation>
    </message>
    <message>
        <source>%1 on time</source>
        <translation>期限内 %1</translation>
    </message>
    <message>
        <source>on time %1</source>
        <translation>期限内 %1</translation>
    </message>
    <message>
        <source>at risk: %1 on time</source>
        <translation>遅延のおそれ: 期限内 %1</translation>
    </message>
    <message>
        <source>%1 at risk</source>
        <translation>遅延のおそれ %1</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>over capacity on %1 days</source>
        <translation>%1 日で容量超過</translation>
    </message>
    <message>
        <source>over capacity on %1 day</source>
        <translation>%1 日で容量超過</translation>
    </message>
    <message>
        <source>%1 of node-days placed</source>
        <translation>ノード日の %1 を配置</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>終了 %1</translation>
    </message>
    <message>
        <source>over capacity</source>
        <translation>容量超過</translation>
    </message>
    <message>
        <source>Nodes placed, of capacity</source>
        <translation>配置ノード数（容量比）</translation>
    </message>
    <message>
        <source>… %1 more projects are not drawn</source>
        <translation>… ほか %1 プロジェクトは描かない</translation>
    </message>
    <message>
        <source>after deadlines as placed, weighted; of those placed</source>
        <translation>配置での期限超過（重みつき、配置されたもののみ）</translation>
    </message>
    <message>
        <source>held by nobody</source>
        <translation>誰も使わない分</translation>
    </message>
    <message>
        <source>node-hours that jobs have over those held</source>
        <translation>確保分に対するジョブのノード時間</translation>
    </message>
    <message>
        <source>of all pools</source>
        <translation>全プール</translation>
    </message>
    <message>
        <source>of the last project, at P50; none where one never ends or is not placed</source>
        <translation>最後のプロジェクト、P50。完了しない、または未配置のものがあればなし</translation>
    </message>
    <message>
        <source>of the nodes that they are given, expected</source>
        <translation>与えられたノードの期待値</translation>
    </message>
    <message>
        <source>projects, those not placed too</source>
        <translation>プロジェクト数（未配置も含む）</translation>
    </message>
    <message>
        <source>the least chance that a project has of its deadline</source>
        <translation>プロジェクトの期限の確率の最小</translation>
    </message>
    <message>
        <source>ready by the end of %1</source>
        <translation>%1 の終わりまでに完了</translation>
    </message>
    <message>
        <source>all nodes</source>
        <translation>全ノード</translation>
    </message>
    <message>
        <source>kept with %1</source>
        <translation>守る確率 %1</translation>
    </message>
    <message>
        <source>from %1 until %2</source>
        <translation>%1 から %2 まで</translation>
    </message>
    <message>
        <source>%1: %2 projects of %3 organisations on %4, %5 to %6: %7 placed, %8</source>
        <translation>%1: %4 に %3 組織の %2 プロジェクト、%5 から %6: 配置 %7、%8</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>クラスター</translation>
    </message>
    <message>
        <source>core</source>
        <translation>コア</translation>
    </message>
    <message>
        <source>post_training</source>
        <translation>事後学習</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>その他 %1</translation>
    </message>
    <message>
        <source>on</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>after</source>
        <translation>先行</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>currency</source>
        <translation>通貨</translation>
    </message>
    <message>
        <source>replaced in</source>
        <translation>交換</translation>
    </message>
    <message>
        <source>check</source>
        <translation>検査</translation>
    </message>
    <message>
        <source>defective share</source>
        <translation>不良率</translation>
    </message>
    <message>
        <source>late chance</source>
        <translation>遅れる確率</translation>
    </message>
    <message>
        <source>late mean</source>
        <translation>遅れの平均</translation>
    </message>
    <message>
        <source>nodes per leaf</source>
        <translation>リーフあたりノード数</translation>
    </message>
    <message>
        <source>mean duration</source>
        <translation>平均期間</translation>
    </message>
    <message>
        <source>per day</source>
        <translation>一日あたり</translation>
    </message>
    <message>
        <source>80 % of measurements</source>
        <translation>測定の 80 %</translation>
    </message>
    <message>
        <source>bound of the line rates</source>
        <translation>回線速度の上限</translation>
    </message>
    <message>
        <source>size (as nccl-tests counts it)</source>
        <translation>サイズ（nccl-tests の数え方）</translation>
    </message>
    <message>
        <source>busbw, GB/s</source>
        <translation>busbw、GB/s</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>%1 accelerators</source>
        <translation>アクセラレーター %1 基</translation>
    </message>
    <message>
        <source>%1 accelerators · bisection bandwidth %2 each way</source>
        <translation>アクセラレーター %1 基 · 二分帯域幅は片方向 %2</translation>
    </message>
    <message>
        <source>bisection bandwidth %1 each way</source>
        <translation>二分帯域幅は片方向 %1</translation>
    </message>
    <message>
        <source>bandwidth of each, all at once</source>
        <translation>同時使用時の帯域幅（各）</translation>
    </message>
    <message>
        <source>%1 spines</source>
        <translation>スパイン %1</translation>
    </message>
    <message>
        <source>%1 spine</source>
        <translation>スパイン %1</translation>
    </message>
    <message>
        <source>%1 leaves</source>
        <translation>リーフ %1</translation>
    </message>
    <message>
        <source>%1 leaf</source>
        <translation>リーフ %1</translation>
    </message>
    <message>
        <source>%1 machines</source>
        <translation>計算機 %1 台</translation>
    </message>
    <message>
        <source>%1 machine</source>
        <translation>計算機 %1 台</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>コア %1</translation>
    </message>
    <message>
        <source>%1 core switches</source>
        <translation>コアスイッチ %1</translation>
    </message>
    <message>
        <source>%1 pods</source>
        <translation>ポッド %1</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>コア %1</translation>
    </message>
    <message>
        <source>leaf %1</source>
        <translation>リーフ %1</translation>
    </message>
    <message>
        <source>spine %1</source>
        <translation>スパイン %1</translation>
    </message>
    <message>
        <source>rail %1</source>
        <translation>レール %1</translation>
    </message>
    <message>
        <source>plane %1</source>
        <translation>プレーン %1</translation>
    </message>
    <message>
        <source>machine %1</source>
        <translation>計算機 %1</translation>
    </message>
    <message>
        <source>pod %1</source>
        <translation>ポッド %1</translation>
    </message>
    <message>
        <source>pod 0 · %1 machines</source>
        <translation>ポッド 0 · 計算機 %1 台</translation>
    </message>
    <message>
        <source>one per rail, %1 rails</source>
        <translation>レールごとに一つ、%1 レール</translation>
    </message>
    <message>
        <source>%1 a leaf, %2</source>
        <translation>リーフあたり %1、%2</translation>
    </message>
    <message>
        <source>%1 a spine, %2</source>
        <translation>スパインあたり %1、%2</translation>
    </message>
    <message>
        <source>%1 a machine</source>
        <translation>計算機あたり %1</translation>
    </message>
    <message>
        <source>%1 a pod, %2 pods</source>
        <translation>ポッドあたり %1、%2 ポッド</translation>
    </message>
    <message>
        <source>%1 to a scale-up domain</source>
        <translation>スケールアップ領域へ %1</translation>
    </message>
    <message>
        <source>One machine: %1</source>
        <translation>計算機一台: %1</translation>
    </message>
    <message>
        <source>One scale-up domain: %1 machines of %2</source>
        <translation>スケールアップ領域一つ: %2 の計算機 %1 台</translation>
    </message>
    <message>
        <source>accelerator, all links</source>
        <translation>アクセラレーター、全リンク</translation>
    </message>
    <message>
        <source>each machine</source>
        <translation>計算機ごと</translation>
    </message>
    <message>
        <source>host (PCIe root)</source>
        <translation>ホスト（PCIe ルート）</translation>
    </message>
    <message>
        <source>scale-up links</source>
        <translation>スケールアップリンク</translation>
    </message>
    <message>
        <source>%1 Gbit/s each</source>
        <translation>各 %1 Gbit/s</translation>
    </message>
    <message>
        <source>%1 NICs</source>
        <translation>NIC %1 枚</translation>
    </message>
    <message>
        <source>%1 PCIe switches</source>
        <translation>PCIe スイッチ %1 個</translation>
    </message>
    <message>
        <source>%1 PCIe switch</source>
        <translation>PCIe スイッチ %1 個</translation>
    </message>
    <message>
        <source>%1 a slot</source>
        <translation>スロットあたり %1</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>各 %1</translation>
    </message>
    <message>
        <source>%1 each way and</source>
        <translation>片方向 %1、</translation>
    </message>
    <message>
        <source>%1; from each accelerator to the same of the next machine %2</source>
        <translation>%1。各アクセラレーターから隣の計算機の同じ位置へ %2</translation>
    </message>
    <message>
        <source>%1: thick lines are two links, %2 each way; thin lines one, %3</source>
        <translation>%1: 太線は片方向 %2 の二重リンク、細線は単一リンク %3</translation>
    </message>
    <message>
        <source>%1: %2 a cable and way</source>
        <translation>%1: ケーブル・方向あたり %2</translation>
    </message>
    <message>
        <source>%1: %2 each way between every two</source>
        <translation>%1: 任意の二つの間で片方向 %2</translation>
    </message>
    <message>
        <source>finish, P10 – P50 – P90</source>
        <translation>完了 P10 – P50 – P90</translation>
    </message>
    <message>
        <source>%1 on to P90</source>
        <translation>P90 まで %1</translation>
    </message>
    <message>
        <source>+ campaigns</source>
        <translation>+ 学習の余分</translation>
    </message>
    <message>
        <source>+ steps, campaigns</source>
        <translation>+ ステップ、学習の余分</translation>
    </message>
    <message>
        <source>campaign&apos;s overhead</source>
        <translation>学習の余分</translation>
    </message>
    <message>
        <source>detection, diagnosis</source>
        <translation>検知、診断</translation>
    </message>
    <message>
        <source>P90 %1 days</source>
        <translation>P90 %1 日</translation>
    </message>
    <message>
        <source>wall-clock</source>
        <translation>経過時間</translation>
    </message>
    <message>
        <source>(productive + what campaigns take) / wall-clock time, of each trial</source>
        <translation>各試行の（有効 + 学習の余分）/ 経過時間</translation>
    </message>
    <message>
        <source>as --trials asks</source>
        <translation>--trials の指定どおり</translation>
    </message>
    <message>
        <source>hours to the first, of each trial</source>
        <translation>各試行の最初の一回までの時間</translation>
    </message>
    <message>
        <source>least and most days of the bins</source>
        <translation>区間の最小・最大の日数</translation>
    </message>
    <message>
        <source>mean of run.bands.luck less the closed form&apos;s days, and over its standard error</source>
        <translation>run.bands.luck の平均と解析解の日数の差、およびその標準誤差に対する比</translation>
    </message>
    <message>
        <source>mean of the wall-clock hours × accelerators, at the predicted step time</source>
        <translation>経過時間 × アクセラレーター数の平均（予測ステップ時間で）</translation>
    </message>
    <message>
        <source>mean over the trials at the predicted step time</source>
        <translation>予測ステップ時間での試行の平均</translation>
    </message>
    <message>
        <source>over the trials: luck with failures, their rate, what steps and campaigns take</source>
        <translation>試行による: 故障の運、その率、ステップと学習の余分</translation>
    </message>
    <message>
        <source>planned ones, of each trial</source>
        <translation>各試行の計画停止</translation>
    </message>
    <message>
        <source>price of the nodes held and of storage in each trial&apos;s days</source>
        <translation>各試行の日数での、確保したノードとストレージの価格</translation>
    </message>
    <message>
        <source>standard deviation over the trials / √trials</source>
        <translation>試行の標準偏差 / √試行数</translation>
    </message>
    <message>
        <source>the same with luck alone: rate and step time as predicted</source>
        <translation>運だけの場合: 率とステップ時間は予測どおり</translation>
    </message>
    <message>
        <source>the same with luck and the failure rate&apos;s own uncertainty</source>
        <translation>運と故障率の不確かさだけの場合</translation>
    </message>
    <message>
        <source>the same with luck, the rate, and what steps and campaigns take</source>
        <translation>運、率、ステップと学習の余分を含む場合</translation>
    </message>
    <message>
        <source>time in which a node is waited for, over wall-clock time</source>
        <translation>ノードを待つ時間の経過時間に対する比</translation>
    </message>
    <message>
        <source>trials that come to their end</source>
        <translation>完了する試行数</translation>
    </message>
    <message>
        <source>trials that end by the deadline / trials</source>
        <translation>期限までに終わる試行数 / 試行数</translation>
    </message>
    <message>
        <source>trials that end with wrong numbers in the result / trials</source>
        <translation>結果に誤った数値を含んで終わる試行数 / 試行数</translation>
    </message>
    <message>
        <source>unplanned ones, of each trial</source>
        <translation>各試行の計画外の停止</translation>
    </message>
    <message>
        <source>wall-clock days with nodes, of each trial</source>
        <translation>各試行でノードのある経過日数</translation>
    </message>
    <message>
        <source>work done again, of each trial</source>
        <translation>各試行でやり直した作業</translation>
    </message>
    <message>
        <source>(productive + what campaigns take) / wall-clock time</source>
        <translation>（有効 + 学習の余分）/ 経過時間</translation>
    </message>
    <message>
        <source>(kept + archived/2) × price × time + requests</source>
        <translation>(保持 + 保管/2) × 価格 × 時間 + リクエスト</translation>
    </message>
    <message>
        <source>accelerators held, weighed by the time of each phase</source>
        <translation>各段階の時間で重みづけた使用アクセラレーター数</translation>
    </message>
    <message>
        <source>as listed; the mean where it changes through the run</source>
        <translation>価格表のとおり。期間中に変わる場合は平均</translation>
    </message>
    <message>
        <source>as stated, or M (1 + W₀(−e^(−1 − C/M))), no shorter than storage takes</source>
        <translation>指定のとおり、または M (1 + W₀(−e^(−1 − C/M)))。ストレージの所要時間以上</translation>
    </message>
    <message>
        <source>as stated, the cheapest number, and nodes left over</source>
        <translation>指定のとおり、または最も安い数、および余ったノード</translation>
    </message>
    <message>
        <source>as stated; hardware goes on failing while a job waits</source>
        <translation>指定のとおり。ジョブの待機中もハードウェアは故障し続ける</translation>
    </message>
    <message>
        <source>as the scenario states</source>
        <translation>シナリオの指定どおり</translation>
    </message>
    <message>
        <source>as the scenario states, or the cheapest number that keeps the deadline</source>
        <translation>シナリオの指定どおり、または期限を守る最も安い数</translation>
    </message>
    <message>
        <source>bytes of the last level / the slowest rate on their way</source>
        <translation>最後の階層のバイト数 / 経路で最も遅い速度</translation>
    </message>
    <message>
        <source>bytes of the state moved / bandwidth, or Muon&apos;s products</source>
        <translation>移動する状態のバイト数 / 帯域幅、または Muon の行列積</translation>
    </message>
    <message>
        <source>chance that measured/predicted stays below capacity/total, read from the interval</source>
        <translation>測定/予測が容量/合計を下回る確率（区間から読む）</translation>
    </message>
    <message>
        <source>context, communicators, and what the allocator holds unused</source>
        <translation>コンテキスト、コミュニケーター、アロケーターの未使用の確保分</translation>
    </message>
    <message>
        <source>copies that outlast their passes, and the optimizer&apos;s state over the host link</source>
        <translation>処理の後まで続くコピーと、ホストリンクを通るオプティマイザーの状態</translation>
    </message>
    <message>
        <source>dense peak of the precision, as published</source>
        <translation>その精度の密なピーク（公表値）</translation>
    </message>
    <message>
        <source>detection + diagnosis + (1 − process_share) × what failures wait for a node</source>
        <translation>検知 + 診断 + (1 − process_share) × 故障がノードを待つ時間</translation>
    </message>
    <message>
        <source>events / node-days of the source</source>
        <translation>出典の件数 / ノード日</translation>
    </message>
    <message>
        <source>every so-many-th (interval + stall) that outlives a node</source>
        <translation>ノードの障害に耐える何回ごとかの（間隔 + 停止）</translation>
    </message>
    <message>
        <source>exact count over attention, MLP or mixture, embedding, head and norms; active: those a token passes</source>
        <translation>アテンション、MLP または混合エキスパート、埋め込み、出力層、正規化の厳密な数。アクティブ: 一トークンが通る分</translation>
    </message>
    <message>
        <source>exp(σ · posterior mean of the error, given measured steps)</source>
        <translation>exp(σ · 測定ステップによる誤差の事後平均)</translation>
    </message>
    <message>
        <source>exp(−g · years of the release since 2025-01-01)</source>
        <translation>exp(−g · 2025-01-01 からの版の年数)</translation>
    </message>
    <message>
        <source>exp(mean error of other sites&apos; mixtures over a network that no fitted source has, drawn to 0)</source>
        <translation>exp(適合に使った出典にないネットワーク上の、他の拠点の混合モデルの平均誤差を 0 に寄せたもの)</translation>
    </message>
    <message>
        <source>exposed traffic of gradients and parameters, and kernels that it slows</source>
        <translation>隠れない勾配とパラメーターの通信、およびそれで遅くなるカーネル</translation>
    </message>
    <message>
        <source>gathered weights and activations, and what is on its way</source>
        <translation>収集した重みと活性値、および転送中のもの</translation>
    </message>
    <message>
        <source>least over the ways of buying known: cost.by_kind</source>
        <translation>知られている購入方式での最小: cost.by_kind</translation>
    </message>
    <message>
        <source>most over the ways of buying known: cost.by_kind</source>
        <translation>知られている購入方式での最大: cost.by_kind</translation>
    </message>
    <message>
        <source>ln(P90/P50)/1.2816 above the median, ln(P50/P10)/1.2816 below</source>
        <translation>中央値より上は ln(P90/P50)/1.2816、下は ln(P50/P10)/1.2816</translation>
    </message>
    <message>
        <source>m · the framework&apos;s bytes, else 2 · gradient bytes, · parameters of the rank / bandwidth</source>
        <translation>m · フレームワークのバイト数（なければ 2 · 勾配のバイト数） · ランクのパラメーター数 / 帯域幅</translation>
    </message>
    <message>
        <source>m · (three products T × V/t × h and the framework&apos;s bytes a logit, 20 where fused), as far as they show</source>
        <translation>m · (三つの行列積 T × V/t × h とフレームワークのロジットあたりのバイト数、融合時は 20)、隠れない分</translation>
    </message>
    <message>
        <source>m · Σ best tiling of each product, forward and twice that backward</source>
        <translation>m · Σ 各行列積の最良のタイリング（順伝播と、その二倍の逆伝播）</translation>
    </message>
    <message>
        <source>m · Σ bytes of passes over activations / bandwidth, twice backward</source>
        <translation>m · Σ 活性値の読み書きのバイト数 / 帯域幅（逆伝播は二倍）</translation>
    </message>
    <message>
        <source>m · Σ dispatch and combine of routed tokens</source>
        <translation>m · Σ ルーティングされるトークンの dispatch と combine</translation>
    </message>
    <message>
        <source>m · Σ exchanges of 2 T h bytes around attention and MLP, less what is hidden</source>
        <translation>m · Σ アテンションと MLP の前後の 2 T h バイトの交換（隠れる分を除く）</translation>
    </message>
    <message>
        <source>m · Σ forward work done again</source>
        <translation>m · Σ やり直す順伝播</translation>
    </message>
    <message>
        <source>m · Σ (c − 1) sends of 2 T · 2 kv d/t bytes beyond attention</source>
        <translation>m · Σ アテンションに隠れない 2 T · 2 kv d/t バイトの送信 (c − 1) 回</translation>
    </message>
    <message>
        <source>T · V/t · bytes per logit, on the rank of the head</source>
        <translation>T · V/t · ロジットあたりバイト数（出力層のランク）</translation>
    </message>
    <message>
        <source>T · layers · micro-batches in flight · (8h/t_sp + (4ad + 4 kv d + 4a + 6f)/t)</source>
        <translation>T · 層数 · 処理中のマイクロバッチ数 · (8h/t_sp + (4ad + 4 kv d + 4a + 6f)/t)</translation>
    </message>
    <message>
        <source>mean of the law through the 80 and 95 % intervals of step time and campaigns</source>
        <translation>ステップ時間と学習の余分の 80 %・95 % 区間を通る法則の平均</translation>
    </message>
    <message>
        <source>mean ∓ hypot(luck, what the rate&apos;s own P10 and P90 do to it)</source>
        <translation>平均 ∓ hypot(運、率の P10 と P90 による変化)</translation>
    </message>
    <message>
        <source>needed = tokens/s × bytes a token; stalled is what storage gives less</source>
        <translation>必要量 = トークン/秒 × トークンあたりバイト数。停止はストレージの不足分</translation>
    </message>
    <message>
        <source>of the nodes held those that train, the number with the fewest days</source>
        <translation>確保したノードのうち学習に使う分（日数が最少の数）</translation>
    </message>
    <message>
        <source>quantile of a Poisson count, negative binomial where the rate is a count itself</source>
        <translation>ポアソン分布の分位点。率自体が件数なら負の二項分布</translation>
    </message>
    <message>
        <source>run.goodput at the failure rate&apos;s median</source>
        <translation>故障率の中央値での run.goodput</translation>
    </message>
    <message>
        <source>run.goodput at the failure rate&apos;s median, without what campaigns take</source>
        <translation>故障率の中央値での run.goodput（学習の余分を除く）</translation>
    </message>
    <message>
        <source>run.goodput of the run whose steps take their mean</source>
        <translation>ステップが平均どおりの実行の run.goodput</translation>
    </message>
    <message>
        <source>sends of the first micro-batch, of each other one, and round the ring</source>
        <translation>最初のマイクロバッチ、ほかの各マイクロバッチ、リング一周の送信</translation>
    </message>
    <message>
        <source>step time × exp(σ · narrowing by measured steps · quantile of held-out errors)</source>
        <translation>ステップ時間 × exp(σ · 測定ステップによる縮小 · 除外した誤差の分位点)</translation>
    </message>
    <message>
        <source>step.model_flop_per_token and what is recomputed</source>
        <translation>step.model_flop_per_token と再計算の分</translation>
    </message>
    <message>
        <source>synchronous: the writing; asynchronous: the copy to host memory and an overhead</source>
        <translation>同期: 書き込み。非同期: ホストメモリーへのコピーとオーバーヘッド</translation>
    </message>
    <message>
        <source>the day that the last price was last seen</source>
        <translation>最後の価格が最後に観測された日</translation>
    </message>
    <message>
        <source>the day that the price is of</source>
        <translation>価格の日付</translation>
    </message>
    <message>
        <source>the interval again, with one more measured step</source>
        <translation>測定ステップが一つ増えたときの区間</translation>
    </message>
    <message>
        <source>the pipeline stage whose rank needs most</source>
        <translation>最も多く要するランクのパイプラインステージ</translation>
    </message>
    <message>
        <source>the plan that changes fewest fields and fits, of those the fastest</source>
        <translation>変える欄が最も少なく収まる計画のうち最速のもの</translation>
    </message>
    <message>
        <source>the run again at P10 and P90 of the rate, quantiles of Gamma(events + ½, node-days)</source>
        <translation>率の P10 と P90（Gamma(件数 + ½, ノード日) の分位点）での実行</translation>
    </message>
    <message>
        <source>the run again with every step at an end of its 80 % interval</source>
        <translation>全ステップが 80 % 区間の端にあるときの実行</translation>
    </message>
    <message>
        <source>traffic of gradients and parameters that compute hides</source>
        <translation>計算に隠れる勾配とパラメーターの通信</translation>
    </message>
    <message>
        <source>trained parameters of the rank × bytes of the state, ZeRO 1&apos;s shard of them</source>
        <translation>ランクの学習パラメーター数 × 状態のバイト数（ZeRO 1 の分割分）</translation>
    </message>
    <message>
        <source>trained parameters of the rank × bytes, ZeRO 2&apos;s shard of them</source>
        <translation>ランクの学習パラメーター数 × バイト数（ZeRO 2 の分割分）</translation>
    </message>
    <message>
        <source>trained parameters × bytes of the state kept: run.checkpoint_state</source>
        <translation>学習パラメーター数 × 保持する状態のバイト数: run.checkpoint_state</translation>
    </message>
    <message>
        <source>weights of the rank&apos;s layers × bytes of the format, ZeRO 3&apos;s shard of them</source>
        <translation>ランクの層の重み × 形式のバイト数（ZeRO 3 の分割分）</translation>
    </message>
    <message>
        <source>what a token&apos;s forward and backward products take, by step.flop_convention</source>
        <translation>一トークンの順伝播・逆伝播の行列積の量（step.flop_convention による）</translation>
    </message>
    <message>
        <source>what programs are shown of the card</source>
        <translation>プログラムから見えるカードの容量</translation>
    </message>
    <message>
        <source>what the other ranks keep the slowest waiting, by the schedule&apos;s law</source>
        <translation>スケジュールの法則による、最も遅いランクがほかのランクを待つ時間</translation>
    </message>
    <message>
        <source>whole days or weeks of Capacity Blocks over the days held; 1 for other kinds</source>
        <translation>Capacity Blocks の日・週単位の日数の、確保日数に対する比。ほかの方式では 1</translation>
    </message>
    <message>
        <source>expected: whole days up to 14, whole weeks up to 182 days, block after block</source>
        <translation>期待値: 14 日までは日単位、182 日までは週単位、ブロックごと</translation>
    </message>
    <message>
        <source>work / (interval × every so-many-th checkpoint that outlives a node)</source>
        <translation>作業 /（間隔 × ノードの障害に耐える何回ごとかのチェックポイント）</translation>
    </message>
    <message>
        <source>Σ (x⁴ + y⁴)^¼ − x for kernels of x and a host of y, and the host&apos;s time of the step</source>
        <translation>カーネル x とホスト y の Σ (x⁴ + y⁴)^¼ − x と、ステップのホスト時間</translation>
    </message>
    <message>
        <source>Σ over phases of steps × step time</source>
        <translation>段階にわたる Σ ステップ数 × ステップ時間</translation>
    </message>
    <message>
        <source>Σ over phases, each on its own nodes</source>
        <translation>段階にわたる Σ。各段階はそれぞれのノード数による</translation>
    </message>
    <message>
        <source>mean over phases, each on its own nodes</source>
        <translation>段階にわたる平均。各段階はそれぞれのノード数による</translation>
    </message>
    <message>
        <source>σ² = Σ (u_c x_c)², x_c the share of the step, or the lack of evidence, of cause c</source>
        <translation>σ² = Σ (u_c x_c)²、x_c は原因 c のステップに占める割合または証拠の不足</translation>
    </message>
    <message>
        <source>√(2CM) · (1 + ⅓√(C/2M) + (C/2M)/9) − C; M where C ≥ 2M</source>
        <translation>√(2CM) · (1 + ⅓√(C/2M) + (C/2M)/9) − C。C ≥ 2M なら M</translation>
    </message>
    <message>
        <source>FLOP of a token with what is recomputed</source>
        <translation>再計算を含む一トークンの FLOP</translation>
    </message>
    <message>
        <source>a checkpoint read back</source>
        <translation>読み戻すチェックポイント</translation>
    </message>
    <message>
        <source>accelerators at work, over the phases</source>
        <translation>稼働アクセラレーター数（段階の平均）</translation>
    </message>
    <message>
        <source>accelerators of a machine</source>
        <translation>計算機のアクセラレーター数</translation>
    </message>
    <message>
        <source>accelerators of the phase with most tokens</source>
        <translation>トークン数が最も多い段階のアクセラレーター数</translation>
    </message>
    <message>
        <source>and for every accelerator</source>
        <translation>およびアクセラレーターごと</translation>
    </message>
    <message>
        <source>at which a checkpoint gets there</source>
        <translation>チェックポイントが届く速さ</translation>
    </message>
    <message>
        <source>between failures and hazards that cost the work since a checkpoint</source>
        <translation>チェックポイント以降の作業を失わせる故障とハザードの平均間隔</translation>
    </message>
    <message>
        <source>by which a step grows with each doubling of hosts</source>
        <translation>ノード数が二倍になるごとのステップの増加</translation>
    </message>
    <message>
        <source>bytes of the state kept, run.checkpoint_state</source>
        <translation>保持する状態のバイト数、run.checkpoint_state</translation>
    </message>
    <message>
        <source>capacity of the cluster&apos;s storage</source>
        <translation>クラスターのストレージ容量</translation>
    </message>
    <message>
        <source>carbon of the grid</source>
        <translation>電力網の炭素</translation>
    </message>
    <message>
        <source>compilation and caches</source>
        <translation>コンパイルとキャッシュ</translation>
    </message>
    <message>
        <source>copies of the model</source>
        <translation>モデルの写しの数</translation>
    </message>
    <message>
        <source>energy of the site over energy of the computers</source>
        <translation>設備全体と計算機のエネルギーの比</translation>
    </message>
    <message>
        <source>failures that need no other node</source>
        <translation>別のノードを要しない故障</translation>
    </message>
    <message>
        <source>from the start to the end of that day</source>
        <translation>開始からその日の終わりまで</translation>
    </message>
    <message>
        <source>goodput at the median of the failure rate</source>
        <translation>故障率の中央値でのグッドプット</translation>
    </message>
    <message>
        <source>goodput where steps take their mean</source>
        <translation>ステップが平均どおりのときのグッドプット</translation>
    </message>
    <message>
        <source>goodput without what campaigns take beside</source>
        <translation>学習の余分を除いたグッドプット</translation>
    </message>
    <message>
        <source>its spread, as a logarithm</source>
        <translation>そのばらつき（対数）</translation>
    </message>
    <message>
        <source>kW of a machine at work</source>
        <translation>稼働中の計算機の kW</translation>
    </message>
    <message>
        <source>kW of an accelerator, as published</source>
        <translation>アクセラレーターの kW（公表値）</translation>
    </message>
    <message>
        <source>machines at work, over the phases</source>
        <translation>稼働中の計算機数（段階の平均）</translation>
    </message>
    <message>
        <source>machines of the phase with most tokens</source>
        <translation>トークン数が最も多い段階の計算機数</translation>
    </message>
    <message>
        <source>mean over median of what steps and campaigns take: the law is skewed</source>
        <translation>ステップと学習の余分の平均と中央値の比: 分布は歪んでいる</translation>
    </message>
    <message>
        <source>measured peak over predicted</source>
        <translation>測定ピークと予測の比</translation>
    </message>
    <message>
        <source>model FLOP of a token, over all phases</source>
        <translation>一トークンのモデル FLOP（全段階）</translation>
    </message>
    <message>
        <source>of a checkpoint in the last place, copies included</source>
        <translation>最後の保存先のチェックポイント（写しを含む）</translation>
    </message>
    <message>
        <source>of held-out errors over σ</source>
        <translation>除外した誤差と σ の比</translation>
    </message>
    <message>
        <source>of the cluster&apos;s storage; a month is 730 hours</source>
        <translation>クラスターのストレージのもの。一か月は 730 時間</translation>
    </message>
    <message>
        <source>power of a waiting machine over one at work</source>
        <translation>待機中と稼働中の計算機の電力の比</translation>
    </message>
    <message>
        <source>rent of other storage, and requests</source>
        <translation>ほかのストレージの料金とリクエスト</translation>
    </message>
    <message>
        <source>sequences of a step</source>
        <translation>一ステップの系列数</translation>
    </message>
    <message>
        <source>sequences that pass at once</source>
        <translation>同時に処理する系列数</translation>
    </message>
    <message>
        <source>share of the training time</source>
        <translation>学習時間に対する割合</translation>
    </message>
    <message>
        <source>start of processes and communicators</source>
        <translation>プロセスとコミュニケーターの起動</translation>
    </message>
    <message>
        <source>steps alone</source>
        <translation>ステップだけ</translation>
    </message>
    <message>
        <source>steps, evaluation, stalls of data and what campaigns take beside</source>
        <translation>ステップ、評価、データ待ち、学習の余分</translation>
    </message>
    <message>
        <source>stretches between checkpoints that outlive a node</source>
        <translation>ノードの障害に耐えるチェックポイント間の区間数</translation>
    </message>
    <message>
        <source>such a stretch with its checkpoints</source>
        <translation>その区間（チェックポイントを含む）</translation>
    </message>
    <message>
        <source>the nodes that train</source>
        <translation>学習するノード</translation>
    </message>
    <message>
        <source>time that is paid for over time that nodes are held</source>
        <translation>支払う時間とノードを確保する時間の比</translation>
    </message>
    <message>
        <source>tokens asked for</source>
        <translation>要求されたトークン数</translation>
    </message>
    <message>
        <source>tokens of a batch</source>
        <translation>一バッチのトークン数</translation>
    </message>
    <message>
        <source>tokens of a sequence</source>
        <translation>一系列のトークン数</translation>
    </message>
    <message>
        <source>tokens of all whole batches</source>
        <translation>全バッチのトークン数</translation>
    </message>
    <message>
        <source>training stands still for a checkpoint</source>
        <translation>チェックポイントのための学習の停止</translation>
    </message>
    <message>
        <source>until a checkpoint can be read back</source>
        <translation>チェックポイントが読み戻せるまで</translation>
    </message>
    <message>
        <source>until a failure is noticed</source>
        <translation>故障に気づくまで</translation>
    </message>
    <message>
        <source>wall-clock days if every step takes what is predicted</source>
        <translation>全ステップが予測どおりのときの経過日数</translation>
    </message>
    <message>
        <source>what campaigns take beside, at the median</source>
        <translation>学習の余分（中央値）</translation>
    </message>
    <message>
        <source>which node it was</source>
        <translation>故障ノードの特定</translation>
    </message>
    <message>
        <source>whole batches</source>
        <translation>バッチ数</translation>
    </message>
    <message>
        <source>σ of ln(days), on the deadline&apos;s side of the median</source>
        <translation>ln(日数) の σ（中央値から期限の側）</translation>
    </message>
    <message>
        <source>σ of ln(measured/predicted), put together from causes</source>
        <translation>ln(測定/予測) の σ（原因を合成）</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>区間</translation>
    </message>
    <message>
        <source>carbon</source>
        <translation>炭素</translation>
    </message>
    <message>
        <source>80 % of peaks at %1 to %2 of it</source>
        <translation>ピークの 80 % はその %1 倍から %2 倍</translation>
    </message>
    <message>
        <source>assumption:%1</source>
        <translation>仮定:%1</translation>
    </message>
    <message>
        <source>calibration/steps, %1 of %2</source>
        <translation>calibration/steps、%2 の%1</translation>
    </message>
    <message>
        <source>memory of %1</source>
        <translation>%1 のメモリー</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集団通信</translation>
    </message>
    <message>
        <source>products</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>permutation</source>
        <translation>並べ替え</translation>
    </message>
    <message>
        <source>recoveries</source>
        <translation>復旧</translation>
    </message>
    <message>
        <source>provenance</source>
        <translation>出どころ</translation>
    </message>
    <message>
        <source>generic</source>
        <translation>汎用</translation>
    </message>
    <message>
        <source>habit</source>
        <translation>習性</translation>
    </message>
    <message>
        <source>habits</source>
        <translation>習性</translation>
    </message>
    <message>
        <source>hazards</source>
        <translation>障害</translation>
    </message>
    <message>
        <source>mixture</source>
        <translation>混合エキスパート</translation>
    </message>
    <message>
        <source>pace</source>
        <translation>速さ</translation>
    </message>
    <message>
        <source>paces</source>
        <translation>速さ</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>誤差</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>frameworks</source>
        <translation>フレームワーク</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>フレームワーク</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>電力網</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no figure of the answer; fmplan explain --list names them</source>
        <translation>&quot;%1&quot; は回答の数値ではありません。fmplan explain --list で一覧を表示</translation>
    </message>
    <message>
        <source>(used + lost + kept) / held</source>
        <translation>（使用 + 損失 + 確保）/ 保有</translation>
    </message>
    <message>
        <source>held − used − lost − kept − spares − unfit</source>
        <translation>保有 − 使用 − 損失 − 確保 − 予備 − 使用不可</translation>
    </message>
    <message>
        <source>latest over projects of the day by which half of the trials have ended</source>
        <translation>試行の半数が終わる日の、プロジェクトでの最遅</translation>
    </message>
    <message>
        <source>least over projects with a deadline</source>
        <translation>期限のあるプロジェクトでの最小</translation>
    </message>
    <message>
        <source>node-hours held × their mean price</source>
        <translation>保有ノード時間 × その平均価格</translation>
    </message>
    <message>
        <source>node-hours that jobs have or projects keep / node-hours held</source>
        <translation>ジョブまたはプロジェクトが使うノード時間 / 保有ノード時間</translation>
    </message>
    <message>
        <source>projects of which every phase has nodes within the programme</source>
        <translation>全段階がプログラム内にノードを得たプロジェクト数</translation>
    </message>
    <message>
        <source>projects that are not placed, end or keep their deadline in fewer than 9 of 10 trials, or have a queue that grows without end</source>
        <translation>未配置、完了または期限を守る試行が 10 分の 9 未満、または待ち行列が際限なく伸びるプロジェクト数</translation>
    </message>
    <message>
        <source>organisations whose cost at P90 is more than their budget</source>
        <translation>P90 の費用が予算を超える組織</translation>
    </message>
    <message>
        <source>organisations whose budget is exceeded at P90</source>
        <translation>P90 で予算を超える組織の数</translation>
    </message>
    <message>
        <source>projects − placed</source>
        <translation>プロジェクト数 − 配置済み</translation>
    </message>
    <message>
        <source>sum over months</source>
        <translation>月の合計</translation>
    </message>
    <message>
        <source>sum over organisations of the nodes that they are given, at the pools&apos; mean price of each month</source>
        <translation>組織に与えられたノードの合計（プールの各月の平均価格で）</translation>
    </message>
    <message>
        <source>sum over pools of node-hours held by nobody</source>
        <translation>誰も使わないノード時間のプールの合計</translation>
    </message>
    <message>
        <source>sum over pools of what their nodes cost, idle or not</source>
        <translation>ノードの費用のプールの合計（空きも含む）</translation>
    </message>
    <message>
        <source>sum over projects of weight × days placed after the deadline</source>
        <translation>重み × 期限を過ぎて配置された日数のプロジェクトの合計</translation>
    </message>
    <message>
        <source>trials in which it is ready in time / trials</source>
        <translation>期限までに完了する試行数 / 試行数</translation>
    </message>
    <message>
        <source>weight × days</source>
        <translation>重み × 日数</translation>
    </message>
    <message>
        <source>price of %1 (%2, %3)</source>
        <translation>%1 の価格（%2、%3）</translation>
    </message>
    <message>
        <source>P50 of the trials; placed, by median days: %1</source>
        <translation>試行の P50。割り当ては日数の中央値で: %1</translation>
    </message>
    <message>
        <source>P50 of the trials, of which fewer than half end; placed, by median days: %1</source>
        <translation>試行の P50（完了するのは半数未満）。割り当ては日数の中央値で: %1</translation>
    </message>
    <message>
        <source>%1 days on %2 nodes from %3</source>
        <translation>%3 から %2 ノードで %1 日</translation>
    </message>
    <message>
        <source>%1 of %2: never measured over as many scale-up domains; --expect gives an interval</source>
        <translation>%2 の %1: これほど多いスケールアップ領域では測定なし。--expect で区間を表示</translation>
    </message>
    <message>
        <source>%1: gives the compute-optimal N and D, but no loss</source>
        <translation>%1: 計算最適な N と D を与え、損失は与えない</translation>
    </message>
    <message>
        <source>node lost</source>
        <translation>ノード喪失</translation>
    </message>
    <message>
        <source>instance: %1</source>
        <translation>instance: %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the catalogue (&quot;fmplan catalog list %2&quot; shows them all)</source>
        <translation>&quot;%1&quot; はカタログにありません（&quot;fmplan catalog list %2&quot; で一覧を表示）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the catalogue; machines with this accelerator: %2 (&quot;fmplan catalog list %3&quot; shows them all)</source>
        <translation>&quot;%1&quot; はカタログにありません。このアクセラレータを持つ機種: %2（&quot;fmplan catalog list %3&quot; で一覧を表示）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the catalogue; no machine of the catalogue has this accelerator: describe one as cluster.machine (&quot;fmplan catalog list %2&quot; shows them all)</source>
        <translation>&quot;%1&quot; はカタログにありません。このアクセラレータを持つ機種はカタログにないため、cluster.machine に記述してください（&quot;fmplan catalog list %2&quot; で一覧を表示）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the catalogue; it has prices only, no technical data: describe the machine as cluster.machine (&quot;fmplan catalog list %2&quot; shows them all)</source>
        <translation>&quot;%1&quot; はカタログにありません。価格だけで仕様がないため、機種を cluster.machine に記述してください（&quot;fmplan catalog list %2&quot; で一覧を表示）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in the catalogue; did you mean &quot;%2&quot;? (&quot;fmplan catalog list %3&quot; shows them all)</source>
        <translation>&quot;%1&quot; はカタログにありません。&quot;%2&quot; のことですか（&quot;fmplan catalog list %3&quot; で一覧を表示）</translation>
    </message>
    <message>
        <source>− %1</source>
        <translation>− %1</translation>
    </message>
    <message>
        <source>spot comes with preemption, which the run does not have; give run.hazards.preemption, for instance %1, or use on_demand</source>
        <translation>spot には中断が伴いますが、実行に設定がありません。run.hazards.preemption を（例:「%1」）指定するか、on_demand を使ってください</translation>
    </message>
    <message>
        <source>= %1</source>
        <translation>= %1</translation>
    </message>
    <message>
        <source>%1: %2 = %3</source>
        <translation>%1: %2 = %3</translation>
    </message>
    <message>
        <source>made up</source>
        <translation>仮の値</translation>
    </message>
    <message>
        <source>step times: %1 on %2: measured by %3 sources; %4</source>
        <translation>ステップ時間: %2 の %1: %3 件の出典で測定、%4</translation>
    </message>
    <message>
        <source>step times: %1 on %2: measured by %3 source; %4</source>
        <translation>ステップ時間: %2 の %1: %3 件の出典で測定、%4</translation>
    </message>
    <message>
        <source>step times: %1 on %2: never measured; %3</source>
        <translation>ステップ時間: %2 の %1: 測定なし、%3</translation>
    </message>
    <message>
        <source>step times: %1: measured by %2 sources; %3</source>
        <translation>ステップ時間: %1: %2 件の出典で測定、%3</translation>
    </message>
    <message>
        <source>step times: %1: never measured; %2</source>
        <translation>ステップ時間: %1: 測定なし、%2</translation>
    </message>
    <message>
        <source>80 % of measured peaks lie between these about such a total.</source>
        <translation>このような合計に対し、測定されたピークの 80 % がこの間にある。</translation>
    </message>
    <message>
        <source>95 % of measured peaks lie between these about such a total.</source>
        <translation>このような合計に対し、測定されたピークの 95 % がこの間にある。</translation>
    </message>
    <message>
        <source>9999-12-31 stands for every later day; null: never.</source>
        <translation>9999-12-31 はそれ以降のすべての日を表す。null: なし。</translation>
    </message>
    <message>
        <source>A component has no known price: at least so much.</source>
        <translation>価格不明の要素があるため、少なくともこの額。</translation>
    </message>
    <message>
        <source>All but spares add up to gpu_hours.</source>
        <translation>予備以外の和が gpu_hours。</translation>
    </message>
    <message>
        <source>All digits of the price; the mean where it changes through the run.</source>
        <translation>価格の全桁。期間中に変わる場合は平均。</translation>
    </message>
    <message>
        <source>As mfu, with what is recomputed.</source>
        <translation>再計算を含む mfu。</translation>
    </message>
    <message>
        <source>At the bad end.</source>
        <translation>悪い側の端で。</translation>
    </message>
    <message>
        <source>At the ends of the rate&apos;s own 80 % interval; null where no count was published.</source>
        <translation>率の 80 % 区間の両端で。件数の公表がなければ null。</translation>
    </message>
    <message>
        <source>Between which 80 % of measurements lie; null without a profile of step times.</source>
        <translation>測定の 80 % が入る範囲。ステップ時間のプロファイルがなければ null。</translation>
    </message>
    <message>
        <source>Between which 95 % of measurements lie; null without a profile of step times.</source>
        <translation>測定の 95 % が入る範囲。ステップ時間のプロファイルがなければ null。</translation>
    </message>
    <message>
        <source>By cause; total is their sum.</source>
        <translation>原因別。total は和。</translation>
    </message>
    <message>
        <source>By the counts published with the preset.</source>
        <translation>プリセットと共に公表された件数による。</translation>
    </message>
    <message>
        <source>By which measured rows of one&apos;s own corrected the step time; 1 without any.</source>
        <translation>自分の測定によるステップ時間の補正。なければ 1。</translation>
    </message>
    <message>
        <source>By which the date of the training stack corrected the step time; 1 where no release is known.</source>
        <translation>学習ソフトウェアの日付によるステップ時間の補正。版が不明なら 1。</translation>
    </message>
    <message>
        <source>Capacity less total; negative: so much is missing.</source>
        <translation>容量と合計の差。負なら不足分。</translation>
    </message>
    <message>
        <source>Chance that keeps it.</source>
        <translation>守る確率。</translation>
    </message>
    <message>
        <source>Components without a known price.</source>
        <translation>価格不明の要素。</translation>
    </message>
    <message>
        <source>Data-parallel traffic hidden behind compute; in no part.</source>
        <translation>計算に隠れるデータ並列の通信。どの内訳にも入らない。</translation>
    </message>
    <message>
        <source>Dense peak that mfu and hfu divide by.</source>
        <translation>mfu と hfu の分母の密なピーク。</translation>
    </message>
    <message>
        <source>Detection and replacement.</source>
        <translation>検知と交換。</translation>
    </message>
    <message>
        <source>Each with all before it.</source>
        <translation>各帯はそれ以前のすべてを含む。</translation>
    </message>
    <message>
        <source>Equal bins; those outside are in the first and last.</source>
        <translation>等幅の区間。外側のものは両端に含む。</translation>
    </message>
    <message>
        <source>Exact optimum for one failure rate and one stall.</source>
        <translation>一つの故障率と停止時間に対する厳密な最適。</translation>
    </message>
    <message>
        <source>FLOP of a forward and a backward pass.</source>
        <translation>順伝播と逆伝播の FLOP。</translation>
    </message>
    <message>
        <source>Factors on the physics&apos; time, in every other figure; null: none is asked for.</source>
        <translation>計算機の時間に掛かる係数で、ほかの全数値に含まれる。null: 指定なし。</translation>
    </message>
    <message>
        <source>GPU-hours of the job × the accelerators&apos; published power × PUE, as model cards count; null: it is not published.</source>
        <translation>ジョブの GPU時間 × 公表された電力 × PUE（モデルカードの数え方）。null: 公表なし。</translation>
    </message>
    <message>
        <source>Half of the 80 % interval over the step time.</source>
        <translation>80 % 区間の半幅とステップ時間の比。</translation>
    </message>
    <message>
        <source>Held, but not training.</source>
        <translation>確保しているが学習しない。</translation>
    </message>
    <message>
        <source>Hours at the predicted step time.</source>
        <translation>予測ステップ時間での時間。</translation>
    </message>
    <message>
        <source>In the mean; null: it does not end.</source>
        <translation>平均。null: 終わらない。</translation>
    </message>
    <message>
        <source>In the mean; null: no end.</source>
        <translation>平均。null: 終わらない。</translation>
    </message>
    <message>
        <source>Initialisation and reload.</source>
        <translation>初期化と再読み込み。</translation>
    </message>
    <message>
        <source>JSON Pointer into the scenario.</source>
        <translation>シナリオ内の JSON Pointer。</translation>
    </message>
    <message>
        <source>Least over the ways of buying known.</source>
        <translation>知られている購入方式での最小。</translation>
    </message>
    <message>
        <source>Luck with failures, the rate&apos;s own uncertainty and, where there is a profile of step times, the step time&apos;s error: mean, and P10, P50 and P90.</source>
        <translation>故障の運、率の不確かさ、プロファイルがあればステップ時間の誤差: 平均と P10・P50・P90。</translation>
    </message>
    <message>
        <source>Luck, the rate&apos;s uncertainty and the step time&apos;s error together.</source>
        <translation>運、率の不確かさ、ステップ時間の誤差を合わせたもの。</translation>
    </message>
    <message>
        <source>Mean at the predicted step time, spares excluded.</source>
        <translation>予測ステップ時間での平均（予備を除く）。</translation>
    </message>
    <message>
        <source>Model FLOP by flop_convention.</source>
        <translation>flop_convention によるモデル FLOP。</translation>
    </message>
    <message>
        <source>Model FLOP by the convention.</source>
        <translation>数え方によるモデル FLOP。</translation>
    </message>
    <message>
        <source>Money as decimal strings, null where a price is unknown.</source>
        <translation>金額は十進の文字列。価格が不明なら null。</translation>
    </message>
    <message>
        <source>Most.</source>
        <translation>最大。</translation>
    </message>
    <message>
        <source>Nodes and batches as asked for and as planned.</source>
        <translation>ノード数とバッチの指定値と計画値。</translation>
    </message>
    <message>
        <source>Null if nothing could be simulated.</source>
        <translation>シミュレーションできなければ null。</translation>
    </message>
    <message>
        <source>Null where the rate has no count.</source>
        <translation>率に件数がなければ null。</translation>
    </message>
    <message>
        <source>Null where the step time has no interval.</source>
        <translation>ステップ時間に区間がなければ null。</translation>
    </message>
    <message>
        <source>Null without one.</source>
        <translation>なければ null。</translation>
    </message>
    <message>
        <source>Null: it does not end, or the nodes&apos; price is unknown.</source>
        <translation>null: 終わらない、またはノードの価格が不明。</translation>
    </message>
    <message>
        <source>Null: no grid is known.</source>
        <translation>null: 電力網が不明。</translation>
    </message>
    <message>
        <source>Numbers tried for &quot;auto&quot;.</source>
        <translation>&quot;auto&quot; で試した数。</translation>
    </message>
    <message>
        <source>Of bands.luck.</source>
        <translation>bands.luck のもの。</translation>
    </message>
    <message>
        <source>Of being ready by then; null where no end is seen.</source>
        <translation>それまでに完了する確率。終わりが見えなければ null。</translation>
    </message>
    <message>
        <source>Of the run&apos;s nodes.</source>
        <translation>実行のノードのもの。</translation>
    </message>
    <message>
        <source>Of one checkpoint to storage.</source>
        <translation>ストレージへのチェックポイント一回。</translation>
    </message>
    <message>
        <source>Of that.</source>
        <translation>そのもの。</translation>
    </message>
    <message>
        <source>Of the components with a known price; null where the nodes&apos; is not known.</source>
        <translation>価格の分かる要素の合計。ノードの価格が不明なら null。</translation>
    </message>
    <message>
        <source>Of the days simulated, as far as prices are known; null where the nodes&apos; is not.</source>
        <translation>シミュレーションした日数の額（価格の分かる範囲）。ノードの価格が不明なら null。</translation>
    </message>
    <message>
        <source>Of the largest phase.</source>
        <translation>最大の段階のもの。</translation>
    </message>
    <message>
        <source>Of the time: a node is waited for and no spare is free.</source>
        <translation>空き予備がなくノードを待つ時間の割合。</translation>
    </message>
    <message>
        <source>Of the trials: done by the deadline; null without one.</source>
        <translation>期限までに終わる試行の割合。期限がなければ null。</translation>
    </message>
    <message>
        <source>Of the trials: wrong numbers are in the result.</source>
        <translation>結果に誤った数値がある試行の割合。</translation>
    </message>
    <message>
        <source>Of the wall-clock time, those with nodes.</source>
        <translation>経過時間のうちノードがある分。</translation>
    </message>
    <message>
        <source>Of the whole job.</source>
        <translation>ジョブ全体。</translation>
    </message>
    <message>
        <source>Of the whole job; null: no failures.</source>
        <translation>ジョブ全体。null: 故障なし。</translation>
    </message>
    <message>
        <source>Of whole machines, spares and waiting ones included, × PUE; null: their power is not known.</source>
        <translation>計算機全体（予備と待機中を含む）× PUE。null: 電力が不明。</translation>
    </message>
    <message>
        <source>One accelerator of the pipeline stage that needs most.</source>
        <translation>最も多く要するパイプラインステージのアクセラレーター一基。</translation>
    </message>
    <message>
        <source>One change at a time on the same luck; negative: it costs.</source>
        <translation>同じ運で変更は一つずつ。負: 余分にかかる。</translation>
    </message>
    <message>
        <source>One measured step of this very plan.</source>
        <translation>この計画そのものの測定ステップ一つ。</translation>
    </message>
    <message>
        <source>One of the same model and cut on fewer accelerators.</source>
        <translation>同じモデルと分割で、より少ないアクセラレーターのもの。</translation>
    </message>
    <message>
        <source>One training step.</source>
        <translation>学習ステップ一つ。</translation>
    </message>
    <message>
        <source>Over trials; null: it never ends.</source>
        <translation>試行による。null: 終わらない。</translation>
    </message>
    <message>
        <source>P10 and P90 of days for each cause alone.</source>
        <translation>原因ごとの日数の P10 と P90。</translation>
    </message>
    <message>
        <source>P10 and P90 of the total, as the days have them; null unless every component is known.</source>
        <translation>日数に応じた合計の P10 と P90。全要素が分からなければ null。</translation>
    </message>
    <message>
        <source>P50 of what the machine can do, failures included, without what campaigns take beside.</source>
        <translation>計算機でできる分の P50（故障を含み、学習の余分を除く）。</translation>
    </message>
    <message>
        <source>Paid for in advance; null: not bought so, or no more than is used.</source>
        <translation>前払い分。null: その方式でない、または使用分を超えない。</translation>
    </message>
    <message>
        <source>Per pipeline and step.</source>
        <translation>パイプライン・ステップあたり。</translation>
    </message>
    <message>
        <source>Pipeline bubble over the step.</source>
        <translation>ステップに対するパイプラインのバブル。</translation>
    </message>
    <message>
        <source>Productive over wall-clock time.</source>
        <translation>経過時間に対する有効な時間。</translation>
    </message>
    <message>
        <source>Seconds by cause; they add up to step_time_s.</source>
        <translation>原因別の秒数。和が step_time_s。</translation>
    </message>
    <message>
        <source>Seconds.</source>
        <translation>秒。</translation>
    </message>
    <message>
        <source>Share of the time.</source>
        <translation>時間の割合。</translation>
    </message>
    <message>
        <source>Steps alone.</source>
        <translation>ステップだけ。</translation>
    </message>
    <message>
        <source>That the peak stays within the card.</source>
        <translation>ピークがカードに収まる確率。</translation>
    </message>
    <message>
        <source>The catalogue&apos;s rates, for their spread.</source>
        <translation>カタログの率（そのばらつきのため）。</translation>
    </message>
    <message>
        <source>The course of the run; null for a run that never ends.</source>
        <translation>実行の経過。終わらない実行では null。</translation>
    </message>
    <message>
        <source>The first five add up to gpu_hours.</source>
        <translation>最初の五つの和が gpu_hours。</translation>
    </message>
    <message>
        <source>The job&apos;s, spares excluded.</source>
        <translation>ジョブのもの（予備を除く）。</translation>
    </message>
    <message>
        <source>The plan that changes fewest fields and fits.</source>
        <translation>変える欄が最も少なく収まる計画。</translation>
    </message>
    <message>
        <source>The plan with every degree.</source>
        <translation>全並列度を含む計画。</translation>
    </message>
    <message>
        <source>The rate in use.</source>
        <translation>使用中の率。</translation>
    </message>
    <message>
        <source>The same question on other numbers of nodes; of fmplan plan.</source>
        <translation>ほかのノード数での同じ質問（fmplan plan のもの）。</translation>
    </message>
    <message>
        <source>The same run at another failure rate.</source>
        <translation>別の故障率での同じ実行。</translation>
    </message>
    <message>
        <source>The same run with other times until a node is replaced, shortest first.</source>
        <translation>ノード交換時間が異なる同じ実行。短いものから。</translation>
    </message>
    <message>
        <source>The total, bought another way.</source>
        <translation>別の購入方式での合計。</translation>
    </message>
    <message>
        <source>The trials were cut short.</source>
        <translation>試行は途中で打ち切られた。</translation>
    </message>
    <message>
        <source>The unplanned ones.</source>
        <translation>計画外のもの。</translation>
    </message>
    <message>
        <source>Those that occurred, at the predicted step time.</source>
        <translation>予測ステップ時間で起きたもの。</translation>
    </message>
    <message>
        <source>Tight where the 95 % interval of the total straddles what the card holds.</source>
        <translation>合計の 95 % 区間がカードの容量をまたぐとき余裕が少ない。</translation>
    </message>
    <message>
        <source>Trials that came to their end, of which the figures are.</source>
        <translation>完了した試行数。数値はそれらのもの。</translation>
    </message>
    <message>
        <source>Waiting for data; only where the scenario says what is read.</source>
        <translation>データ待ち。読むデータの指定があるときだけ。</translation>
    </message>
    <message>
        <source>What a rule filled in, or the answer rests on.</source>
        <translation>規則で補った値、または回答の根拠。</translation>
    </message>
    <message>
        <source>What became of the plan; where several hold, the first.</source>
        <translation>計画の結果。複数あれば最初のもの。</translation>
    </message>
    <message>
        <source>What campaigns take on top of what the machine can do.</source>
        <translation>計算機でできる分に加わる学習の余分。</translation>
    </message>
    <message>
        <source>What is expected; null unless every component has a known price.</source>
        <translation>期待値。全要素の価格が分からなければ null。</translation>
    </message>
    <message>
        <source>What makes most of the spread&apos;s square, the largest first.</source>
        <translation>ばらつきの二乗の主な要因。大きい順。</translation>
    </message>
    <message>
        <source>What the closed form knows nothing of.</source>
        <translation>解析解が含まないもの。</translation>
    </message>
    <message>
        <source>What the run takes more if one assumption is at its bad end, most days first; of fmplan plan.</source>
        <translation>仮定の一つが悪い側の端のときの増加。日数の多い順（fmplan plan のもの）。</translation>
    </message>
    <message>
        <source>What the steps read; only where the scenario says.</source>
        <translation>ステップが読むデータ。シナリオに指定があるときだけ。</translation>
    </message>
    <message>
        <source>Where checkpoints go, from the nearest to the safest; only where there are several levels.</source>
        <translation>チェックポイントの保存先。近いものから安全なものへ。階層が複数のときだけ。</translation>
    </message>
    <message>
        <source>Whether steps of the framework on the accelerator&apos;s chip were measured.</source>
        <translation>そのチップでのフレームワークのステップが測定されたか。</translation>
    </message>
    <message>
        <source>Why the interval is as wide as it is, and what would narrow it; null without a profile of step times.</source>
        <translation>区間の広さの理由と狭める方法。ステップ時間のプロファイルがなければ null。</translation>
    </message>
    <message>
        <source>Why the plan cannot run; empty if it can.</source>
        <translation>計画を実行できない理由。実行できれば空。</translation>
    </message>
    <message>
        <source>Work done again.</source>
        <translation>やり直した作業。</translation>
    </message>
    <message>
        <source>tflop_per_s_per_gpu over peak_tflop_per_s.</source>
        <translation>tflop_per_s_per_gpu と peak_tflop_per_s の比。</translation>
    </message>
    <message>
        <source>tokens_per_s over the accelerators.</source>
        <translation>tokens_per_s をアクセラレーター数で割ったもの。</translation>
    </message>
    <message>
        <source>jobs per day</source>
        <translation>日あたりジョブ数</translation>
    </message>
    <message>
        <source>jobs nodes</source>
        <translation>ジョブのノード数</translation>
    </message>
    <message>
        <source>jobs mean duration</source>
        <translation>ジョブの平均時間</translation>
    </message>
    <message>
        <source>price per node hour</source>
        <translation>ノード時間あたり価格</translation>
    </message>
    <message>
        <source>price source</source>
        <translation>価格の出典</translation>
    </message>
    <message>
        <source>acceptance defective share</source>
        <translation>受け入れ時の不良率</translation>
    </message>
    <message>
        <source>acceptance check</source>
        <translation>受け入れ検査</translation>
    </message>
    <message>
        <source>acceptance replaced in</source>
        <translation>受け入れ時の交換期間</translation>
    </message>
    <message>
        <source>cost P10</source>
        <translation>費用 P10</translation>
    </message>
    <message>
        <source>cost P90</source>
        <translation>費用 P90</translation>
    </message>
    <message>
        <source>days mean</source>
        <translation>平均日数</translation>
    </message>
    <message>
        <source>days P10</source>
        <translation>日数 P10</translation>
    </message>
    <message>
        <source>days P90</source>
        <translation>日数 P90</translation>
    </message>
    <message>
        <source>GPU hours</source>
        <translation>GPU時間</translation>
    </message>
    <message>
        <source>tokens per s</source>
        <translation>毎秒トークン数</translation>
    </message>
    <message>
        <source>memory share</source>
        <translation>メモリーの割合</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>余裕</translation>
    </message>
    <message>
        <source>headroom share</source>
        <translation>余裕の割合</translation>
    </message>
    <message>
        <source>CO2</source>
        <translation>CO2</translation>
    </message>
    <message>
        <source>nodes held</source>
        <translation>保有ノード数</translation>
    </message>
    <message>
        <source>global batch size</source>
        <translation>グローバルバッチサイズ</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>系列長</translation>
    </message>
    <message>
        <source>write PATH=VALUE, for instance cluster.nodes=128</source>
        <translation>PATH=VALUE の形で書いてください。例: cluster.nodes=128</translation>
    </message>
    <message>
        <source>%1 with 1 more spare</source>
        <translation>予備を 1 台増やせば %1</translation>
    </message>
    <message>
        <source>%1 with %2 more spares</source>
        <translation>予備を %2 台増やせば %1</translation>
    </message>
    <message>
        <source>%1 days if a node is replaced in %2 (%3)</source>
        <translation>ノードの交換が %2 なら %1 日（%3）</translation>
    </message>
    <message>
        <source>%1 days, %2 if a node is replaced in %3 (%4)</source>
        <translation>ノードの交換が %3 なら %1 日、%2（%4）</translation>
    </message>
    <message>
        <source>no end if a node is replaced in %1 (%2)</source>
        <translation>ノードの交換が %1 なら終わらない（%2）</translation>
    </message>
    <message>
        <source>if a node is replaced in %1 (%2)</source>
        <translation>ノードの交換が %1 なら（%2）</translation>
    </message>
    <message>
        <source>The run waits for failed nodes: with run.spare_nodes at %1 it takes %2 and %3.</source>
        <translation>故障したノードを待つ時間があります: run.spare_nodes を %1 にすると %2、%3 です。</translation>
    </message>
    <message>
        <source>The run waits for failed nodes: with run.spare_nodes at %1 it takes %2.</source>
        <translation>故障したノードを待つ時間があります: run.spare_nodes を %1 にすると %2 です。</translation>
    </message>
    <message>
        <source>%1, fewer than 9 in 10 ever are; %2 days (80 %: %3), no mean</source>
        <translation>%1、10 回中 9 回には届かない; %2 日 (80 %: %3)、平均なし</translation>
    </message>
    <message>
        <source>%1, fewer than 9 in 10 ever are</source>
        <translation>%1、10 回中 9 回には届かない</translation>
    </message>
    <message>
        <source>%1: misses %2: kept with a chance of %3, fewer than 9 in 10 ever are</source>
        <translation>%1: %2 に間に合わない: 守れる確率 %3、10 回中 9 回には届かない</translation>
    </message>
    <message>
        <source>%1 days (80 %: %2, %3; no mean)</source>
        <translation>%1 日 (80 %: %2、%3; 平均なし)</translation>
    </message>
    <message>
        <source>of nodes alone: storage is in no figure of a programme</source>
        <translation>ノードのみの金額: プログラムの数値にストレージは含まれない</translation>
    </message>
    <message>
        <source>%1: %2 train, %3 spare</source>
        <translation>%1: 学習 %2、予備 %3</translation>
    </message>
    <message>
        <source>%1: %2 train, %3 spare; batch %4 instead of %5</source>
        <translation>%1: 学習 %2、予備 %3。バッチは %5 ではなく %4</translation>
    </message>
    <message>
        <source>%1, batch %2 instead of %3</source>
        <translation>%1、バッチは %3 ではなく %2</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3 never end</source>
        <translation>%1 点: 可 %2、終わらない %3</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3 never end, %4 refused</source>
        <translation>%1 点: 可 %2、終わらない %3、却下 %4</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3 out of memory, %4 refused</source>
        <translation>%1 点: 可 %2、メモリ不足 %3、却下 %4</translation>
    </message>
    <message>
        <source>%1 points: %2 ok, %3 out of memory, %4 never end, %5 refused</source>
        <translation>%1 点: 可 %2、メモリ不足 %3、終わらない %4、却下 %5</translation>
    </message>
    <message>
        <source>tensor_parallel %1 does not divide scale-up domains of %2 accelerators: some groups lie across two, all wait for them, and their traffic crosses the network.</source>
        <translation>tensor_parallel %1 はアクセラレータ %2 個のスケールアップ領域を割り切りません。二つの領域にまたがるグループがあり、全体がそれを待ち、その通信はネットワークを通ります。</translation>
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
    <message>
        <source>There is no document to compare yet: open a scenario with File, Open, or begin with one of File, Examples</source>
        <translation>比較する文書がまだありません。「ファイル」の「開く」でシナリオを開くか、「ファイル」の「例」から始めてください</translation>
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
    <name>fmplan::gui::FirstStep</name>
    <message>
        <source>What to do first</source>
        <translation>はじめにすること</translation>
    </message>
    <message>
        <source>Open a programme…</source>
        <translation>プログラムを開く…</translation>
    </message>
    <message>
        <source>A .fmplan or .json file, as File, Open</source>
        <translation>.fmplan または .json のファイル（「ファイル」の「開く」と同じ）</translation>
    </message>
    <message>
        <source>Begin with an example</source>
        <translation>例から始める</translation>
    </message>
    <message>
        <source>Two teams on one pool; all of it can be changed, and saved as your own</source>
        <translation>一つのプールを二つのチームが使う例。すべて変更でき、自分のものとして保存できます</translation>
    </message>
    <message>
        <source>Add a project</source>
        <translation>プロジェクトを追加</translation>
    </message>
    <message>
        <source>A row of the table of projects, to be filled in</source>
        <translation>プロジェクトの表の行。値を書き入れます</translation>
    </message>
    <message>
        <source>This programme has no projects yet. Add one, and say which model it trains, on which nodes and until when; the answer comes while you type.</source>
        <translation>このプログラムにはまだプロジェクトがありません。追加して、どのモデルを、どのノードで、いつまでに学習するかを書いてください。入力するうちに回答が出ます。</translation>
    </message>
    <message>
        <source>There is no programme here yet. Open one, or begin with an example and change it; a table of demand or a list of jobs may also be dropped onto the window.</source>
        <translation>まだプログラムがありません。開くか、例から始めて変更してください。需要の表やジョブの一覧をウィンドウにドロップすることもできます。</translation>
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
        <translation>ガイドつきの例</translation>
    </message>
    <message>
        <source>Show &amp;me</source>
        <translation>やってみせる(&amp;M)</translation>
    </message>
    <message>
        <source>Does what the step asks for</source>
        <translation>この手順の操作を代わりに行います</translation>
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
        <translation>「ヘルプ」の「ガイドつきの例」でいつでも再表示できます</translation>
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
        <translation>続きは自分のファイルで: 「ファイル」の「開く」。</translation>
    </message>
    <message>
        <source>Press Next.</source>
        <translation>「次へ」を押してください。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>始める(&amp;S)</translation>
    </message>
    <message>
        <source>Fi&amp;nish</source>
        <translation>終える(&amp;N)</translation>
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
        <translation>誰がいつ完了するかを読む</translation>
    </message>
    <message>
        <source>Change something</source>
        <translation>何かを変える</translation>
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
        <translation>手順 %1/%2: %3</translation>
    </message>
    <message>
        <source>The bundled programmes are not found: install them beside the catalogues.</source>
        <translation>同梱のプログラムが見つかりません。カタログと並べてインストールしてください。</translation>
    </message>
    <message>
        <source>An example in %1 steps: a country gives accelerators to organisations that train models. Who will be ready, what does it cost, and what if something changes?</source>
        <translation>%1 段階の例: 国がモデルを学習する組織にアクセラレーターを割り当てます。誰がいつ完了し、費用はいくらか、何かが変わるとどうなるか。</translation>
    </message>
    <message>
        <source>A programme is a file: organisations, what they train, the pools of nodes that they share, dates and prices.</source>
        <translation>プログラムは一つのファイルで、組織、その学習対象、共有するノードのプール、日付、価格を書きます。</translation>
    </message>
    <message>
        <source>Another document is open.</source>
        <translation>別の文書が開いています。</translation>
    </message>
    <message>
        <source>The answer is on its way.</source>
        <translation>回答を計算中です。</translation>
    </message>
    <message>
        <source>There is no answer: what is red on the Programme page says why.</source>
        <translation>回答がありません。理由は「プログラム」ページの赤い箇所にあります。</translation>
    </message>
    <message>
        <source>%1
The tables have what the file has; below them stands the answer.</source>
        <translation>%1
表はファイルの内容、その下が回答です。</translation>
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
        <translation>「始める」で開始。「ヘルプ」の「ガイドつきの例」でいつでも始められます。</translation>
    </message>
    <message>
        <source>Choose File, Examples, geniac-cycle2. Or press Show me.</source>
        <translation>「ファイル」の「例」から geniac-cycle2 を選ぶか、「やってみせる」を押してください。</translation>
    </message>
    <message>
        <source>Go to the Schedule page, at the left. Bars are phases; below each stands when it ends, from P10 to P90; flags are deadlines.</source>
        <translation>左の「日程」ページへ。棒は段階、その下は終了時期（P10 から P90）、旗は期限です。</translation>
    </message>
    <message>
        <source>Drag a bar to the right, or choose one with the arrows and press Alt and Right: its project starts later. The answer comes by itself.</source>
        <translation>棒を右へドラッグするか、矢印キーで選んで Alt と右を押すと、プロジェクトの開始が遅くなります。回答は自動で更新されます。</translation>
    </message>
    <message>
        <source>Go to the Cost page, at the left: money by month, and up to each month&apos;s end.</source>
        <translation>左の「費用」ページへ。月別の金額と、各月末までの累計があります。</translation>
    </message>
    <message>
        <source>Edit, Undo takes the change back. To keep an answer: File, Export the answer, Report.</source>
        <translation>「編集」の「元に戻す」で変更を取り消せます。回答を残すには「ファイル」の「回答を書き出す」の「報告書」。</translation>
    </message>
    <message>
        <source>%1
Least sure is %2: %3.</source>
        <translation>%1
最も不確かなのは %2: %3。</translation>
    </message>
    <message>
        <source>%1 was: %2.</source>
        <translation>%1 の変更前: %2。</translation>
    </message>
    <message>
        <source>It is now: %1.</source>
        <translation>変更後: %1。</translation>
    </message>
    <message>
        <source>Money up to the end of %1: %2.</source>
        <translation>%1 末までの金額: %2。</translation>
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
        <translation>fmplan が %1 から %2 に変わりました</translation>
    </message>
    <message>
        <source>the catalogues were %1 and are %2</source>
        <translation>カタログが %1 から %2 に変わりました</translation>
    </message>
    <message>
        <source>fmplan and its catalogues are the same, so a file that the document names is another</source>
        <translation>fmplan とカタログは同じなので、文書が指すファイルが変わっています</translation>
    </message>
    <message>
        <source>; </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Figures of the answer that was kept</source>
        <translation>保存されていた回答の数値</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Hides the answer that was kept</source>
        <translation>保存されていた回答を隠します</translation>
    </message>
    <message>
        <source>The last answer, of %1 (fmplan %2, catalogues %3), until the new one is there:</source>
        <translation>前回（%1、fmplan %2、カタログ %3）の回答。新しい回答が出るまで表示します:</translation>
    </message>
    <message>
        <source>The answer is no longer that of %1: %2.</source>
        <translation>回答は %1 のものから変わりました: %2。</translation>
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
        <translation>ガイドつきの例(&amp;G)</translation>
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
    <message>
        <source>Not all files were taken</source>
        <translation>一部のファイルを読み込みませんでした</translation>
    </message>
    <message>
        <source>A window shows one document and one of another program&apos;s files. Taken: %1. Left: %2. Drop those one by one, or open each document in a window of its own: fmplan-gui FILE.</source>
        <translation>一つのウィンドウには文書一つと、ほかのプログラムのファイル一つを表示します。読み込んだもの: %1。残り: %2。残りは一つずつドロップするか、文書ごとに別のウィンドウで開いてください: fmplan-gui FILE</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
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
    <message>
        <source>Not answered: what is marked needs another value</source>
        <translation>未回答: 印のついた箇所には別の値が必要です</translation>
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
        <source>a machine by hand</source>
        <translation>手入力の機械</translation>
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
        <source>Open a file, or fill in the fields: a model, its tokens, a batch, an instance and nodes do</source>
        <translation>ファイルを開くか、項目を入力してください: モデル、トークン数、バッチ、インスタンス、ノード数で足ります</translation>
    </message>
    <message>
        <source>No answer yet: what is marked needs a value</source>
        <translation>まだ回答がありません: 印のついた箇所に値が必要です</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>学習実行</translation>
    </message>
    <message>
        <source>by the closed form, without what the runs simulated have</source>
        <translation>解析解による値で、模擬した実行に含まれるものは含みません</translation>
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
    <message>
        <source>%1 problems more: the Programme page lists them all</source>
        <translation>ほかに問題 %1 件。すべて「プログラム」のページにあります</translation>
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
    <message>
        <source>In the file: &quot;%1&quot;</source>
        <translation>ファイルでは &quot;%1&quot;</translation>
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
        <source>run.spare_nodes=0,2,8</source>
        <translation>run.spare_nodes=0,2,8</translation>
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
<context>
    <name>fmplan::gui::TableModel</name>
    <message>
        <source>To be typed as &quot;%1&quot;</source>
        <translation>入力するときは &quot;%1&quot;</translation>
    </message>
</context>
</TS>
